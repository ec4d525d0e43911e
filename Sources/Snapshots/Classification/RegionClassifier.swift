import RectoPageModel

/// Classifies the change in a region in which two pictures differ.
struct RegionClassifier {
  /// A word at the same place on both pages.
  struct Word {
    let text: String
    let box: PixelBox
    let glyphs: [PixelBox]
  }

  let pair: PicturePair
  let words: [Word]

  /// The maximum size of a speck, in pixels.
  private static let speck = 4
  /// The least number of colors in a photograph; antialiased letters of one color have fewer.
  private static let photograph = 40

  func classify(_ box: PixelBox) -> Change.Kind {
    if let kind = recolored(box) { return kind }
    let edges = pair.explain(in: box, countingTo: Self.speck + 1)
    if edges.isExplained {
      if let kind = shifted(box, reach: 2) { return kind }
      return edges.differing <= Self.speck && isAlone(box)
        ? .speck(pixels: edges.differing) : .antialiasing
    }
    if edges.differing <= Self.speck { return .speck(pixels: edges.differing) }
    if let kind = plain(box) { return kind }
    if let kind = recoloredArea(in: box) { return kind }
    if let kind = picture(box) { return kind }
    if let kind = missingGlyphs(in: box) { return kind }
    if let kind = moved(box) { return kind }
    return drawn(box)
  }

  // MARK: Colors

  /// A change of colors alone: each channel is a function of the golden's, and ink or paper has
  /// another color.
  func recolored(_ box: PixelBox) -> Change.Kind? {
    let fit = pair.recolor(box)
    guard fit.spread_a > 4, fit.spread_b > 4, fit.rest <= 2 + 0.002 * fit.spread_b else {
      return nil
    }
    let (from, to) = mostDifferent(in: box)
    // Antialiasing changes the tones between ink and paper; a color change also changes the ink or
    // the paper itself.
    let gains = [fit.gain.0, fit.gain.1, fit.gain.2]
    guard gains.contains(where: { abs($0) > 0.05 }), from.distance(to: to) >= 6 else { return nil }
    return .recolored(from: from, to: to)
  }

  /// A change of one color to a similar one in much of the differing area, regardless of its
  /// content.
  func recoloredArea(in box: PixelBox) -> Change.Kind? {
    let step = max(1, Int((Double(box.area) / 40_000).squareRoot()))
    var counts: [Recoloring: Int] = [:]
    var best: (colors: Recoloring, count: Int)?
    var all = 0
    for y in stride(from: box.y, to: box.bottom, by: step) {
      for x in stride(from: box.x, to: box.right, by: step) {
        let colors = Recoloring(from: pair[.golden, x, y], to: pair[.current, x, y])
        guard colors.from.distance(to: colors.to) >= Self.leastRecoloring else { continue }
        let count = counts[colors, default: 0] + 1
        counts[colors] = count
        if count > best?.count ?? 0 { best = (colors, count) }
        all += 1
      }
    }
    guard let (colors, count) = best, Double(count) >= 0.4 * Double(all),
      colors.from.distance(to: colors.to) <= Self.mostRecoloring
    else { return nil }
    return .recolored(from: colors.from, to: colors.to)
  }

  private struct Recoloring: Hashable {
    let from: Color
    let to: Color
  }

  /// The smallest difference of levels that is a change of color: smaller ones are rounding.
  private static let leastRecoloring = 3
  /// The largest difference of levels that is a change of color: a larger one is rather another
  /// shape.
  private static let mostRecoloring = 48

  /// The colors before and after of the pixel that changed most. Only some pixels of a large region
  /// are examined.
  private func mostDifferent(in box: PixelBox) -> (Color, Color) {
    let step = max(1, Int((Double(box.area) / 40_000).squareRoot()))
    var best = (pair[.golden, box.x, box.y], pair[.current, box.x, box.y])
    for y in stride(from: box.y, to: box.bottom, by: step) {
      for x in stride(from: box.x, to: box.right, by: step) {
        let colors = (pair[.golden, x, y], pair[.current, x, y])
        if colors.0.distance(to: colors.1) > best.0.distance(to: best.1) { best = colors }
      }
    }
    return best
  }

  // MARK: Places

  /// A move by up to `reach` pixels.
  func shifted(_ box: PixelBox, reach: Int, most: Double = 0.2) -> Change.Kind? {
    let around = box.grown(by: reach, within: pair.size)
    return pair.move(around, reach: reach, samples: 30_000, most: most)
      .map { .moved(x: Double($0.x), y: Double($0.y)) }
  }

  /// A move by up to 40 pixels, or 8 for a large region.
  func moved(_ box: PixelBox, most: Double = 0.2) -> Change.Kind? {
    // A region of one color would match anywhere.
    guard box.width >= 4, box.height >= 4, pair.richness(.golden, box, most: 2) > 1 else {
      return nil
    }
    let reach = box.area < 1_000_000 ? 40 : 8
    return pair.move(box, reach: reach, samples: 1_500, most: most)
      .map { .moved(x: Double($0.x), y: Double($0.y)) }
  }

  /// True if nothing else on the page differs.
  private func isAlone(_ box: PixelBox) -> Bool {
    pair.bounds(in: PixelBox(pair.size)) == box
  }

  // MARK: Pictures and letters

  func picture(_ box: PixelBox) -> Change.Kind? {
    guard box.width >= 16, box.height >= 16 else { return nil }
    switch (isPhotograph(.golden, box), isPhotograph(.current, box)) {
    case (true, false): return .pictureMissing
    case (false, true): return .pictureAdded
    case (true, true): return moved(box, most: 0.02) ?? .pictureChanged
    case (false, false): return nil
    }
  }

  private func isPhotograph(_ side: PicturePair.Side, _ box: PixelBox) -> Bool {
    pair.richness(side, box, most: Self.photograph) >= Self.photograph
  }

  func missingGlyphs(in box: PixelBox) -> Change.Kind? {
    let missing = words.filter { word in
      guard word.box.overlaps(box), pair.richness(.golden, word.box, most: 2) > 1 else {
        return false
      }
      if isBlank(word.box) { return true }
      return word.glyphs.contains { glyph in
        let wasDrawn = pair.richness(.golden, glyph, most: 2) > 1
        if wasDrawn, isBlank(glyph) { return true }
        return HollowBox.isIn(glyph, .current, of: pair)
          && !HollowBox.isIn(glyph, .golden, of: pair)
      }
    }
    guard !missing.isEmpty else { return nil }
    return .glyphsMissing(missing.prefix(12).map(\.text).joined(separator: " "))
  }

  private func isBlank(_ box: PixelBox) -> Bool {
    guard let color = plainColor(.current, box), let paper = ring(.golden, around: box) else {
      return false
    }
    return color.distance(to: paper) < 12
  }

  // MARK: Shapes

  /// The change of a region whose differing pixels were or are all of one color: the color of the
  /// paper, a line or a shape, whatever else the region contains.
  func plain(_ box: PixelBox) -> Change.Kind? {
    let (from, to) = mostDifferent(in: box)
    let (wasPlain, isPlain) = (
      pair.shares(of: from, in: box).golden >= 0.8, pair.shares(of: to, in: box).current >= 0.8
    )
    guard wasPlain else { return nil }
    guard let paper = ring(.golden, around: box) else {
      return isPlain ? .recolored(from: from, to: to) : nil
    }
    if from.distance(to: paper) < 12,
      isPlain || isPhotograph(.golden, box) == isPhotograph(.current, box)
    {
      return isLine(box) ? .lineAdded : .shapeAdded
    }
    guard isPlain else { return nil }
    if to.distance(to: paper) < 12 { return isLine(box) ? .lineRemoved : .shapeRemoved }
    return nil
  }

  private func isLine(_ box: PixelBox) -> Bool {
    min(box.width, box.height) <= 3 && max(box.width, box.height) >= 12
  }

  func drawn(_ box: PixelBox) -> Change.Kind {
    let isLine = self.isLine(box)
    // Not all differing pixels: the ink of a word may lie behind a line through it.
    let paper = ring(.golden, around: box)
    let shares = paper.map { pair.shares(of: $0, in: box) } ?? (golden: 0, current: 0)
    let (wasEmpty, isEmpty) = (shares.golden >= 0.8, shares.current >= 0.8)
    if wasEmpty, !isEmpty { return isLine ? .lineAdded : .shapeAdded }
    if isEmpty, !wasEmpty { return isLine ? .lineRemoved : .shapeRemoved }
    let (before, after) = (plainColor(.golden, box), plainColor(.current, box))
    if let before, let after { return .recolored(from: before, to: after) }
    if isLine, after != nil { return .lineAdded }
    if isLine, before != nil { return .lineRemoved }
    return line(box) ?? .redrawn
  }

  /// The color of all pixels of a region; nil if there are several.
  private func plainColor(_ side: PicturePair.Side, _ box: PixelBox) -> Color? {
    guard pair.richness(side, box, most: 2) == 1 else { return nil }
    return pair[side, box.x, box.y]
  }

  /// The most common color of the frame around a region; nil if the region is the whole picture.
  private func ring(_ side: PicturePair.Side, around box: PixelBox) -> Color? {
    let frame = box.grown(by: 2, within: pair.size)
    guard frame != box else { return nil }
    var counts: [Color: Int] = [:]
    for y in [frame.y, frame.bottom - 1] where y < box.y || y >= box.bottom {
      for x in frame.x..<frame.right { counts[pair[side, x, y], default: 0] += 1 }
    }
    for x in [frame.x, frame.right - 1] where x < box.x || x >= box.right {
      for y in frame.y..<frame.bottom { counts[pair[side, x, y], default: 0] += 1 }
    }
    return counts.max { $0.value < $1.value }?.key
  }
}
