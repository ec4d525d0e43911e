import RectoPageModel

/// The size and resolution in the header of a BMP, in all versions from that of OS/2 on.
struct BMPHeader {
  let width: Int
  let height: Int
  /// The resolution along x and y; 0 if it is not stated.
  let pixelsPerMetre: (x: Int, y: Int)

  /// The maximum width or height; a larger one counts as damage.
  private static let largestSide = 100_000

  /// Throws `damaged` for a picture without an area, or larger than any real one.
  init(_ bytes: FileBytes) throws(PageError) {
    let head = bytes.prefix(54)
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(head[offset + $1]) << (8 * $1) }
    }
    func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(offset, 4))) }
    // The first version has 16 bits for width and for height.
    let isFirstVersion = head.count >= 26 && number(14, 4) == 12
    guard isFirstVersion || head.count == 54 else {
      throw PageError(.damaged, "it ends in its header")
    }
    width = isFirstVersion ? number(18, 2) : signed(18)
    // The height is negative if the rows come from the top.
    height = abs(isFirstVersion ? number(20, 2) : signed(22))
    pixelsPerMetre = isFirstVersion ? (0, 0) : (max(0, signed(38)), max(0, signed(42)))
    guard (1...Self.largestSide).contains(width), (1...Self.largestSide).contains(height) else {
      throw PageError(.damaged, "it has no pixels, or more than a picture can have")
    }
  }
}
