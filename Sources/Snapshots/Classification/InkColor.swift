import RectoPageModel

/// Tells black ink from ink that is a little lighter on a page that another rasterizer drew.
///
/// Letters have few pixels of their whole color, and the smoothing around them is any rasterizer's own: of
/// all shades, only that of black itself comes to nothing where the ink is another.
struct InkColor {
  /// The lightest ink that counts as black that changed, in levels; lighter ink is another color than
  /// black in a golden by a rasterizer that mixes colors differently.
  private static let lightest = 16
  /// The lightest black, and the darkest of another ink.
  private static let (black, darkest) = (1, 4)
  /// The least share of the pixels of the area, and their least number.
  private static let (leastShare, leastPixels) = (0.0002, 100)
  /// The most of a color that smoothing makes beside as much ink of another.
  private static let (mostBlack, mostShade) = (0.05, 0.25)
  private static let leastRatio = 0.4

  /// Pixels of each gray level from black.
  private struct Counts {
    var levels = Array(repeating: 0, count: lightest + 2)
    var black: Int { levels[...InkColor.black].reduce(0, +) }

    mutating func add(_ color: Color) {
      let level = Int(max(color.red, color.green, color.blue))
      if level < levels.count { levels[level] += 1 }
    }

    func shade(_ level: Int) -> Int { levels[level - 1...level + 1].reduce(0, +) }
  }

  /// The change of black ink, if it changed.
  static func change(in pair: PicturePair, _ bounds: PixelBox) -> Change.Kind? {
    var (golden, current) = (Counts(), Counts())
    for y in bounds.y..<bounds.bottom {
      for x in bounds.x..<bounds.right {
        golden.add(pair[.golden, x, y])
        current.add(pair[.current, x, y])
      }
    }
    let least = max(leastPixels, Int(leastShare * Double(bounds.area)))
    func gray(_ level: Int) -> Color {
      let level = UInt8(level)
      return Color(red: level, green: level, blue: level)
    }
    if let level = lighter(golden, current, least) {
      return .recolored(from: .black, to: gray(level))
    }
    if let level = lighter(current, golden, least) {
      return .recolored(from: gray(level), to: .black)
    }
    return nil
  }

  /// The level of the ink in the second picture that has the place of black in the first.
  private static func lighter(_ first: Counts, _ second: Counts, _ least: Int) -> Int? {
    guard first.black >= least, Double(second.black) <= mostBlack * Double(first.black),
      let level = (darkest...lightest).max(by: { second.levels[$0] < second.levels[$1] }),
      Double(second.levels[level]) >= leastRatio * Double(first.black),
      Double(first.shade(level)) <= mostShade * Double(second.levels[level])
    else { return nil }
    return level
  }
}
