import CRectoUnicode
import RectoPageModel

/// Divides a paragraph's text into items: stretches of one style, level, script and font.
///
/// Not for two threads at a time.
final class TextItemizer {
  private let bidi = BidiAnalyzer()
  private var scripts = ScriptItemizer()
  private let clusters: GraphemeClusters
  private let emoji: EmojiItemizer
  // The results of the Unicode services, kept to reuse their storage.
  private var scriptRuns: [ScriptRun] = []
  private var emojiRuns: [Range<Int>] = []
  private var clusterEnds: [Int] = []

  /// A stretch of one style, level and script, whose fonts are to be found.
  struct Stretch {
    var range: Range<Int>
    var style: Int
    var level: UInt8
    var script: UInt32
    var isEmoji: Bool
    var isUpright: Bool
  }

  /// Throws `limit` if ICU fails.
  init() throws(PageError) {
    clusters = try GraphemeClusters()
    emoji = EmojiItemizer(clusters: clusters)
  }

  /// The levels of a paragraph of this direction.
  func levels(
    of units: Span<UInt16>, _ direction: ParagraphStyle.Direction
  ) throws(PageError) -> BidiParagraph {
    let base: BaseDirection =
      switch direction {
      case .ltr: .leftToRight
      case .rtl: .rightToLeft
      case .auto: .firstStrong(else: .leftToRight)
      }
    return try bidi.analyze(units, direction: base)
  }

  /// The stretches of a text, in order and without a gap. In vertical text those that stand upright
  /// are apart.
  func stretches(
    of text: AttributedText, levels: BidiParagraph, isVertical: Bool
  ) throws(PageError) -> [Stretch] {
    let units = text.units.span
    scripts.itemize(units, into: &scriptRuns)
    try emoji.findRuns(in: units, into: &emojiRuns)
    let upright = isVertical ? try uprightRuns(units) : []
    var stretches: [Stretch] = []
    var script = 0
    var picture = 0
    var turned = 0
    for (style, run) in text.runs.enumerated() {
      var start = run.range.lowerBound
      while start < run.range.upperBound {
        while scriptRuns[script].range.upperBound <= start { script += 1 }
        while picture < emojiRuns.count, emojiRuns[picture].upperBound <= start { picture += 1 }
        while turned < upright.count, upright[turned].upperBound <= start { turned += 1 }
        var end = min(run.range.upperBound, scriptRuns[script].range.upperBound)
        let isEmoji = Self.meets(emojiRuns, picture, start, &end)
        let isUpright = Self.meets(upright, turned, start, &end)
        let level = levels.level(at: start)
        if !levels.isUniform {
          var next = start + 1
          while next < end, levels.level(at: next) == level { next += 1 }
          end = next
        }
        stretches.append(
          Stretch(
            range: start..<end, style: style, level: level, script: scriptRuns[script].tag,
            isEmoji: isEmoji, isUpright: isUpright))
        start = end
      }
    }
    return stretches
  }

  /// True if `start` is in the run at `index`; moves `end` to the end of that run.
  private static func meets(
    _ runs: [Range<Int>], _ index: Int, _ start: Int, _ end: inout Int
  ) -> Bool {
    guard index < runs.count else { return false }
    let isInside = runs[index].lowerBound <= start
    end = min(end, isInside ? runs[index].upperBound : runs[index].lowerBound)
    return isInside
  }

  private func uprightRuns(_ units: Span<UInt16>) throws(PageError) -> [Range<Int>] {
    try clusters.findEnds(in: units, into: &clusterEnds)
    var runs: [Range<Int>] = []
    var start = 0
    for end in clusterEnds {
      let orientation = VerticalOrientation(ofCluster: units.extracting(start..<end))
      if orientation == .upright || orientation == .transformedUpright
        || orientation == .transformedRotated
      {
        if let last = runs.last, last.upperBound == start {
          runs[runs.count - 1] = last.lowerBound..<end
        } else {
          runs.append(start..<end)
        }
      }
      start = end
    }
    return runs
  }

  /// The parts of a stretch that are shown by one font each.
  func fonts(
    for stretch: Stretch, of units: Span<UInt16>, _ fonts: StyledFonts
  ) throws(PageError) -> [(range: Range<Int>, font: Font)] {
    if !stretch.isEmoji, Self.has(units.extracting(stretch.range), fonts) {
      return [(stretch.range, fonts.primary)]
    }
    let part = units.extracting(stretch.range)
    try clusters.findEnds(in: part, into: &clusterEnds)
    var parts: [(range: Range<Int>, font: Font)] = []
    var start = 0
    for end in clusterEnds {
      let scalars = Self.visibleScalars(part.extracting(start..<end))
      let font: Font =
        if scalars.isEmpty {
          parts.last?.font ?? fonts.primary
        } else if !stretch.isEmoji, scalars.allSatisfy(fonts.has) {
          fonts.primary
        } else {
          fonts.font(
            for: scalars, script: stretch.script, prefersColor: stretch.isEmoji)
        }
      let range = stretch.range.lowerBound + start..<stretch.range.lowerBound + end
      if let last = parts.last, last.font === font {
        parts[parts.count - 1].range = last.range.lowerBound..<range.upperBound
      } else {
        parts.append((range, font))
      }
      start = end
    }
    return parts
  }

  private static func has(_ part: Span<UInt16>, _ fonts: StyledFonts) -> Bool {
    var position = 0
    while position < part.count {
      let scalar = part.scalar(at: &position)
      // Controls and joiners have no glyph and need none.
      if scalar < 0x20 || fonts.has(scalar) { continue }
      guard isWithoutGlyph(scalar) else { return false }
    }
    return true
  }

  /// The scalars of a cluster that a font must have; only the first ones of a very long cluster.
  private static func visibleScalars(_ cluster: Span<UInt16>) -> [UInt32] {
    var scalars: [UInt32] = []
    var position = 0
    while position < cluster.count, scalars.count < 8 {
      let scalar = cluster.scalar(at: &position)
      if scalar > 0x20, !isWithoutGlyph(scalar) { scalars.append(scalar) }
    }
    return scalars
  }

  private static func isWithoutGlyph(_ scalar: UInt32) -> Bool {
    InvisibleCharacters.isDefaultIgnorable(scalar) || InvisibleCharacters.isControl(scalar)
      || scalar == 0x2028 || scalar == 0x2029
  }
}
