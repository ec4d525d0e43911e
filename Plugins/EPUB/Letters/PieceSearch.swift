/// Finds a piece of the drawn text in the written text, preferably where no other piece was found.
struct PieceSearch {
  private let written: [UInt16]
  private var isPlaced: [Bool]
  private var work = 0

  /// The minimum number of keys in a piece; shorter ones occur by chance.
  private static let shortest = 4
  /// The maximum number of keys in a piece.
  static let longest = 4_000
  /// The maximum number of keys to compare for all pieces, and the number that each piece counts for at
  /// least.
  private static let mostWork = 50_000_000
  private static let leastWork = 1_000

  /// True once the search for pieces has ended.
  var isExhausted: Bool { work >= Self.mostWork }

  init(_ written: [UInt16], _ matches: [Int?]) {
    self.written = written
    isPlaced = Array(repeating: false, count: written.count)
    for case let match? in matches { isPlaced[match] = true }
  }

  /// The place of the nearest equal piece that is not taken, or else of the nearest one. The place is
  /// taken from now on.
  mutating func place(of piece: ArraySlice<UInt16>, near: Int) -> Int? {
    guard piece.count >= Self.shortest, piece.count <= written.count, !isExhausted,
      let first = piece.first
    else { return nil }
    work += max(written.count, Self.leastWork)
    var best: (rank: (Int, Int), place: Int)?
    for start in 0...written.count - piece.count
    where written[start] == first
      && written[start..<start + piece.count].elementsEqual(piece)
    {
      let isTaken = isPlaced[start..<start + piece.count].contains(true)
      let rank = (isTaken ? 1 : 0, abs(start - near))
      if best.map({ rank < $0.rank }) ?? true { best = (rank, start) }
    }
    guard let place = best?.place else { return nil }
    for index in place..<place + piece.count { isPlaced[index] = true }
    return place
  }
}
