import RectoPluginKit
import TestSupport
import Testing

struct SentenceTests {
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
      let sentence = Sentence(text).text
      #expect(Array(sentence.unicodeScalars) == Array(line(text).unicodeScalars), "\(text)")
      #expect(Sentence(sentence).text == sentence, "\(text)")
    }
  }

  @Test func aLongTextEndsInAnEllipsis() {
    #expect(Sentence("harbor", maximumCount: 6).text == "harbor")
    #expect(Sentence("harbors", maximumCount: 6).text == "harbo…")
    #expect(Sentence(" harbor ", maximumCount: 6).text == "harbor")
    #expect(Sentence("", maximumCount: 6).text == "")
  }
}
