import FuzzSupport
import Glibc
import RectoPageModel
import RectoTypesetting

extension Input {
  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// A length from 0.1 to 10,000 points; few are large.
  mutating func length() -> Double {
    switch byte() {
    case let byte where byte < 240: 0.1 * pow(1e5, Double(byte) / 239 * Double(self.byte()) / 255)
    case 240..<244: 0
    case 244..<248: 10_000
    default: 0.1
    }
  }

  /// The same to both sides, and mostly nothing.
  mutating func offset() -> Double {
    switch byte() % 8 {
    case 0: length()
    case 1: -length()
    default: 0
    }
  }

  mutating func characterStyle() -> CharacterStyle {
    var style = CharacterStyle()
    style.fontSize = flag() ? 10 : length()
    style.fontFamily = [choice(of: ["serif", "sans-serif", "monospace", "no such family"])]
    style.fontWeight = choice(of: [400, 700, 1, 1000])
    style.fontStyle = choice(of: [.normal, .italic, .oblique])
    style.letterSpacing = offset()
    style.wordSpacing = offset()
    style.baselineShift = offset()
    style.verticalAlign = choice(of: [.normal, .super, .sub])
    style.textTransform = choice(of: [.none, .none, .uppercase, .lowercase, .capitalize])
    style.underline = flag()
    style.language = choice(of: [nil, "en", "de", "tr", "ja", "no such language"])
    style.ruby = choice(of: [nil, nil, nil, "", "かんじ", "\u{2028}", "long annotation"])
    style.fontFeatureSettings = flag() ? [:] : ["smcp": 1]
    return style
  }

  mutating func paragraphStyle() -> ParagraphStyle {
    var style = ParagraphStyle()
    style.textAlign = choice(of: [.start, .justify, .end, .left, .right, .center])
    style.textAlignLast = choice(of: [.start, .justify, .end, .left, .right, .center])
    style.textIndent = offset()
    style.marginInlineStart = offset()
    style.marginInlineEnd = offset()
    style.marginTop = offset()
    style.marginBottom = offset()
    style.lineHeight =
      flag() ? .multiple(1.3) : flag() ? .points(length()) : .multiple(choice(of: [0, 0.01, 100]))
    style.direction = choice(of: [.auto, .ltr, .rtl])
    style.hyphens = choice(of: [.manual, .none, .auto])
    style.textWrap = choice(of: [.pretty, .greedy, .balance])
    style.hangingPunctuation = flag()
    style.letterSpacingLimit = offset()
    style.orphans = choice(of: [2, 0, 1, 20])
    style.widows = choice(of: [2, 0, 1, 20])
    style.breakBefore = choice(of: [.auto, .avoid, .column, .page])
    style.breakAfter = choice(of: [.auto, .avoid, .column, .page])
    style.breakInside = choice(of: [.auto, .avoid])
    style.alignsToBaselineGrid = flag()
    style.backgroundColor = flag() ? .black : nil
    style.padding = offset()
    if flag() {
      style.initialLetter = .init(
        lines: Int(byte() % 24), count: Int(byte() % 4), gap: offset(),
        style: flag() ? characterStyle() : nil)
    }
    if flag() {
      style.tabStops = (0..<Int(byte() % 4)).map { _ in
        .init(
          position: length(), alignment: choice(of: [.start, .end, .center, .decimal]),
          leader: choice(of: ["", ".", " ", "\u{301}", "港", ". "]))
      }
    }
    return style
  }
}
