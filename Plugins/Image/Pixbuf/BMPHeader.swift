import RectoPageModel

/// The size and resolution in the headers of a BMP, of every version since OS/2's.
struct BMPHeader {
  let width: Int
  let height: Int
  /// In x and in y; 0 where it is not stated.
  let pixelsPerMetre: (x: Int, y: Int)

  /// No picture in this format is larger on a side.
  private static let largestSide = 100_000

  /// Throws `damaged` for a picture without an area, or larger than any real one.
  init(_ bytes: FileBytes) throws(PageError) {
    let head = bytes.prefix(54)
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(head[offset + $1]) << (8 * $1) }
    }
    func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(offset, 4))) }
    // The first version has 16 bits a side.
    let isFirstVersion = head.count >= 26 && number(14, 4) == 12
    guard isFirstVersion || head.count == 54 else {
      throw PageError(.damaged, "it ends in its header")
    }
    width = isFirstVersion ? number(18, 2) : signed(18)
    // Below zero if rows come from the top.
    height = abs(isFirstVersion ? number(20, 2) : signed(22))
    pixelsPerMetre = isFirstVersion ? (0, 0) : (max(0, signed(38)), max(0, signed(42)))
    guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height) else {
      throw PageError(.damaged, "it has no pixels, or more than a picture can have")
    }
  }
}
