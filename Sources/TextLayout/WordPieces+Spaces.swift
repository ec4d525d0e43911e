import CRectoTextLayout

/// White space of zero width, which engines also insert where no words are separated.
extension WordPieces {
  /// The number of pieces before and after white space of zero width that may be its neighbors.
  private static let nearestNeighbors = 4
  /// The smallest gap between the neighbors of such white space, in em.
  private static let leastGap = 0.12

  /// True if the white space before a piece lies between pieces that stand apart, or at an end of a
  /// line.
  func isInGap(_ space: recto_word, _ piece: Int) -> Bool {
    let near =
      max(0, piece - Self.nearestNeighbors)...min(words.count - 1, piece + Self.nearestNeighbors)
    let size = words[piece].size
    let neighbors = words[near].filter { $0.isLevel(with: space, otherSize: size) }
    let (room, place) = (Self.widestRoom * size, space.start(of: space.box))
    // Marks may reach into the gap, so that only letters count.
    let ends = neighbors.compactMap { word -> (start: Double, end: Double)? in
      let own = Int(word.first_char)..<Int(word.first_char + word.char_count)
      let letters = own.filter { !isMark(scalars[$0]) }.map { boxes[$0] }
      guard let start = letters.map({ word.start(of: $0) }).min(),
        let end = letters.map({ word.end(of: $0) }).max()
      else {
        return nil
      }
      return (start, end)
    }
    guard !ends.contains(where: { $0.start + room < place && place < $0.end - room }) else {
      return false
    }
    guard let low = ends.map(\.end).filter({ $0 <= place + room }).max(),
      let high = ends.map(\.start).filter({ $0 >= place - room }).min()
    else { return true }
    return high - low >= Self.leastGap * size
  }
}
