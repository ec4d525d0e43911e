import RectoPageModel

/// Changes of a page that another rasterizer drew.
extension RegionClassifier {
  /// Smoothed letters have more of them than straight lines.
  private static let shades = 8

  /// The kind of change in a region that another rasterizer does not explain.
  func classifyRedrawn(_ box: PixelBox) -> Change.Kind {
    recolored(box) ?? plain(box) ?? recoloredArea(in: box) ?? picture(box) ?? missingGlyphs(in: box)
      ?? moved(box) ?? drawn(box)
  }

  /// A color or a place that changed in a whole region, which the other rasterizer hides pixel by
  /// pixel.
  func systematic(_ box: PixelBox, _ magnification: Double) -> Change.Kind? {
    let fit = pair.recolor(box)
    // Smoothing does not depend on the former color but on thin lines, which are drawn darker as a
    // whole and have few shades.
    if fit.rest * 10 <= fit.apart, pair.richness(.golden, box, most: Self.shades) >= Self.shades,
      let kind = recolored(box)
    {
      return kind
    }
    guard box.width >= 16, box.height >= 16 else { return nil }
    let shift = pair.displacement(box, reach: 4, samples: 8_000, most: 0.1)
    guard max(abs(shift.x), abs(shift.y)) >= MovedTiles.leastShift(magnification) else {
      return nil
    }
    return .moved(x: Double(shift.x), y: Double(shift.y))
  }

  /// All that differs is the same a pixel or two away, to the last pixel but few: no rasterizer
  /// only moves.
  func shifted(_ bounds: PixelBox) -> Change.Kind? { shifted(bounds, reach: 2, most: 0.02) }
}
