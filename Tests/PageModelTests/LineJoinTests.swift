import RectoPageModel
import Testing

/// The meaning of a hyphen at a line's end.
@Suite struct LineJoinTests {
  private func joined(_ end: String, _ start: String) -> String {
    switch LineJoin(end, start) {
    case .space: "\(end) \(start)"
    case .directly: end + start
    case .withoutHyphen: end.dropLast() + start
    }
  }

  @Test(arguments: [
    "-", "\u{AD}", "\u{2010}", "\u{2011}", "\u{58A}", "\u{1806}", "\u{FE63}", "\u{FF0D}", "\u{AC}",
    "\u{2212}",
  ])
  func aHyphenOfAnyKindHoldsTheHalvesOfAWordTogether(hyphen: String) {
    #expect(joined("per\(hyphen)", "mitting") == "permitting")
    #expect(joined("PER\(hyphen)", "MITTING") == "PERMITTING")
    #expect(joined("при\(hyphen)", "чал") == "причал")
  }

  @Test(arguments: [
    ("Anglo-", "Saxon", "Anglo-Saxon"), ("1914-", "1918", "1914-1918"), ("e-", "mail", "e-mail"),
    ("state-of-", "the-art", "state-of-the-art"), ("DNA-", "based", "DNA-based"),
    ("בית\u{5BE}", "ספר", "בית\u{5BE}ספר"), ("(x-", "ray", "(x-ray"),
  ])
  func aHyphenThatIsPartOfAWordStays(end: String, start: String, word: String) {
    #expect(joined(end, start) == word)
  }

  @Test(arguments: [
    ("sea", "side"), ("-", "side"), ("wait --", "for"), ("sea-", "(side)"), ("sea-", ""),
    ("", "side"), ("한국", "사람"),
  ])
  func otherLinesArePartedByASpace(end: String, start: String) {
    #expect(LineJoin(end, start) == .space)
  }

  @Test(arguments: [("Vor-", "und"), ("short-", "and"), ("Ein-", "oder")])
  func aPartThatIsSuspendedKeepsItsHyphenAndSpace(end: String, start: String) {
    #expect(LineJoin(end, start) == .space)
    #expect(joined("thou-", "sand") == "thousand")
  }

  @Test(arguments: [
    ("https://example.org/", "path/a.html"), ("(https://", "example"),
    ("www.example.org/", "a-b-c"),
    ("1914–", "1918"),
  ])
  func addressesAndRangesGoOnWithoutASpace(end: String, start: String) {
    #expect(LineJoin(end, start) == .directly)
    #expect(LineJoin("and/", "or") == .space)
    #expect(LineJoin("https://example.org/", "which") == .space)
    #expect(LineJoin("https://example.org/", "1.") == .space)
    #expect(LineJoin("—", "1918") == .space)
  }

  @Test(arguments: [("日本", "語"), ("ひら", "がな"), ("ภาษา", "ไทย"), ("港。", "船")])
  func noSpaceStandsBetweenLinesOfScriptsWithoutSpaces(end: String, start: String) {
    #expect(LineJoin(end, start) == .directly)
  }

  @Test func wordsSayThemselvesWhereTheyGoOn() {
    func word(_ text: String, joinsNext: Bool = false) -> TextWord {
      TextWord(text: text, box: Rect(x: 0, y: 0, width: 5, height: 10), joinsNext: joinsNext)
    }
    func line(_ words: TextWord...) -> TextLine {
      let place = Point(x: 0, y: 8)
      return TextLine(
        box: words[0].box, baseline: Segment(start: place, end: place), words: words)
    }
    let next = line(word("mitting"))
    #expect(line(word("per", joinsNext: true), word("\u{2010}")).join(next) == .withoutHyphen)
    #expect(line(word("per"), word("\u{2010}")).join(next) == .space)
    #expect(line(word("per", joinsNext: true)).join(next) == .directly)
    #expect(line(word("per\u{AD}", joinsNext: true)).join(next) == .withoutHyphen)
    #expect(line(word("per-", joinsNext: true)).join(next) == .directly)
    #expect(line(word("per-")).join(next) == .withoutHyphen)
  }
}
