/// Finds pieces among the keys of the written text, preferring those without a place.
struct PieceSearch {
  private let written: [UInt16]
  private var isPlaced: [Bool]
  private var work = 0

  /// Keys that are enough to say that a piece is the same.
  private static let shortest = 4
  /// Keys of one piece.
  static let longest = 4_000
  /// Keys that are looked at, of all pieces together, and for one at least.
  private static let mostWork = 50_000_000
  private static let leastWork = 1_000

  /// True once the search for pieces has ended.
  var isExhausted: Bool { work >= Self.mostWork }

  init(_ written: [UInt16], _ matches: [Int?]) {
    self.written = written
    isPlaced = Array(repeating: false, count: written.count)
    for case let match? in matches { isPlaced[match] = true }
  }

  /// The nearest equal piece that has no place, which it has from now on, else the nearest.
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
