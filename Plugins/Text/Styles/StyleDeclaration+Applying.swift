import RectoPageModel
import RectoTypesetting

extension StyleDeclaration {
  /// The context of a declaration, which relative values refer to.
  struct Context {
    var palette: [String: Color]
    /// The reader's font scale, with which lengths in points grow.
    var fontScale: Double
    /// True if a background belongs to the whole paragraph.
    var isParagraph: Bool
  }

  /// Changes `style`. `em` is of its font size, and for the font size of the one before.
  func apply(to style: inout ResolvedStyle, in context: Context) {
    switch value {
    case .length(let length): apply(points(length, style, context), to: &style)
    case .number(let number): apply(number: number, to: &style)
    case .keyword(let word): apply(word, to: &style)
    case .color(let color): apply(color.resolved(in: context.palette), to: &style, context)
    case .families(let families): style.character.fontFamily = families
    case .text(let text): style.character.language = text
    case .tags(let tags): apply(tags, to: &style)
    case .initialLetter(let lines, let count):
      style.paragraph.initialLetter = .init(lines: lines, count: count)
    case .tabStops(let stops):
      style.paragraph.tabStops = stops.map { stop in
        .init(
          position: points(stop.position, style, context), alignment: stop.alignment,
          leader: stop.leader)
      }
    }
  }

  private func points(_ length: Length, _ style: ResolvedStyle, _ context: Context) -> Double {
    let em = style.character.fontSize
    if case .points(let points) = length { return points * context.fontScale }
    return length.resolved(em: em, whole: em)
  }

  private func apply(_ points: Double, to style: inout ResolvedStyle) {
    switch property {
    case .fontSize: style.character.fontSize = min(max(points, 1), 2_000)
    case .letterSpacing: style.character.letterSpacing = points
    case .wordSpacing: style.character.wordSpacing = points
    case .baselineShift: style.character.baselineShift = points
    case .textIndent: style.paragraph.textIndent = points
    case .marginTop: style.paragraph.marginTop = points
    case .marginBottom: style.paragraph.marginBottom = points
    case .marginInlineStart: style.paragraph.marginInlineStart = points
    case .marginInlineEnd: style.paragraph.marginInlineEnd = points
    case .lineHeight: style.paragraph.lineHeight = .points(points)
    case .letterSpacingLimit:
      style.paragraph.letterSpacingLimit = points / style.character.fontSize * 1000
    case .padding: style.box.padding = points
    case .borderWidth: style.box.borderWidth = points
    default: break
    }
  }

  private func apply(number: Double, to style: inout ResolvedStyle) {
    switch property {
    case .fontWeight: style.character.fontWeight = number
    case .fontStretch: style.character.fontStretch = number
    case .lineHeight: style.paragraph.lineHeight = .multiple(number)
    case .orphans: style.paragraph.orphans = Int(number)
    case .widows: style.paragraph.widows = Int(number)
    default: break
    }
  }

  private func apply(_ word: String, to style: inout ResolvedStyle) {
    switch property {
    case .fontStyle: style.character.fontStyle = .init(rawValue: word) ?? .normal
    case .fontVariantCaps: apply(smallCaps: word, to: &style)
    case .verticalAlign: style.character.verticalAlign = .init(rawValue: word) ?? .normal
    case .textTransform: style.character.textTransform = .init(rawValue: word) ?? .none
    case .textDecoration:
      style.character.underline = word == "underline"
      style.character.lineThrough = word == "line-through"
    case .textAlign: style.paragraph.textAlign = .init(rawValue: word) ?? .start
    case .textAlignLast: style.paragraph.textAlignLast = .init(rawValue: word) ?? .start
    case .lineSnap: style.paragraph.alignsToBaselineGrid = word == "baseline"
    case .direction: style.paragraph.direction = .init(rawValue: word) ?? .auto
    case .hyphens: style.paragraph.hyphens = .init(rawValue: word) ?? .manual
    case .textWrap: style.paragraph.textWrap = .init(rawValue: word) ?? .pretty
    case .hangingPunctuation: style.paragraph.hangingPunctuation = word != "none"
    case .breakBefore: style.paragraph.breakBefore = .init(rawValue: word) ?? .auto
    case .breakAfter: style.paragraph.breakAfter = .init(rawValue: word) ?? .auto
    case .breakInside: style.paragraph.breakInside = .init(rawValue: word) ?? .auto
    default: break
    }
  }

  /// CSS Fonts 4, 6.6: small capitals are the features `smcp` and `c2sc`.
  private func apply(smallCaps word: String, to style: inout ResolvedStyle) {
    style.character.fontFeatureSettings["smcp"] = word == "normal" ? nil : 1
    style.character.fontFeatureSettings["c2sc"] = word == "all-small-caps" ? 1 : nil
  }

  private func apply(_ color: Color, to style: inout ResolvedStyle, _ context: Context) {
    switch property {
    case .color: style.character.color = color
    case .borderColor: style.box.borderColor = color
    case .stripeColor: style.box.stripeColor = color
    case .backgroundColor where context.isParagraph: style.box.backgroundColor = color
    case .backgroundColor: style.character.backgroundColor = color
    default: break
    }
  }

  private func apply(_ tags: [String: Double], to style: inout ResolvedStyle) {
    if property == .fontFeatureSettings {
      style.character.fontFeatureSettings.merge(tags.mapValues { Int($0) }) { $1 }
    } else {
      style.character.fontVariationSettings.merge(tags) { $1 }
    }
  }
}
