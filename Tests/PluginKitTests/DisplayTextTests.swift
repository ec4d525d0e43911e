import RectoJSON
import RectoPluginKit
import TestSupport
import Testing

struct DisplayTextTests {
  private static let pieces = [
    "a", "Z9", "-", "é", "e\u{301}", "港", "…", " ", " ", "  ", "\u{A0}", "\n", "\t", "\r\n",
    "\u{0}", "\u{7F}", "\u{85}", "\u{AD}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{202E}",
    "\u{2028}", "\u{301}", "👩‍👧",
  ]

  /// The definition of a sentence, for a text that is not cut.
  private func line(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      let category = scalar.properties.generalCategory
      let isHidden =
        [.control, .lineSeparator, .paragraphSeparator].contains(category)
        || category == .format && !"\u{200C}\u{200D}".unicodeScalars.contains(scalar)
      shown.unicodeScalars.append(isHidden ? " " : scalar)
    }
    return shown.split(separator: " ").joined(separator: " ")
  }

  @Test func textsThatAreFitAndThoseThatAreMadeSoAreLines() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<4_000 {
      let text = random.list(upTo: 12) { Self.pieces.randomElement(using: &$0) ?? "" }.joined()
      let sentence = DisplayText(text).text
      #expect(Array(sentence.unicodeScalars) == Array(line(text).unicodeScalars), "\(text)")
      #expect(DisplayText(sentence).text == sentence, "\(text)")
    }
  }

  @Test func aLongTextEndsInAnEllipsis() {
    #expect(DisplayText("harbor", maximumCount: 6).text == "harbor")
    #expect(DisplayText("harbors", maximumCount: 6).text == "harbo…")
    #expect(DisplayText(" harbor ", maximumCount: 6).text == "harbor")
    #expect(DisplayText("", maximumCount: 6).text == "")
  }
}
