import RectoPageModel
import RectoTypesetting
import Testing

@Suite struct CaseMappingTests {
  private func mapped(
    _ text: String, _ change: CharacterStyle.Case, _ language: String? = nil
  ) throws -> String {
    String(
      decoding: try change.applied(to: Array(text.utf16).span, language: language), as: UTF16.self)
  }

  @Test(arguments: [
    ("Quay 4, it's", CharacterStyle.Case.uppercase, "en", "QUAY 4, IT'S"),
    ("QUAY [4] @`{", .lowercase, "en", "quay [4] @`{"), ("Quay", .none, "en", "Quay"),
    ("Straße", .uppercase, "de", "STRASSE"), ("title", .uppercase, "tr", "TİTLE"),
    ("title", .uppercase, "tr-TR", "TİTLE"), ("TITLE", .lowercase, "az", "tıtle"),
    ("title", .uppercase, "en", "TITLE"), ("ΟΔΟΣ", .lowercase, "el", "οδος"),
    ("Ώρα", .uppercase, "el", "ΩΡΑ"), ("ijs en thee", .capitalize, "nl", "IJs En Thee"),
    ("it's the NASA quay", .capitalize, "en", "It's The NASA Quay"),
    ("élan “vital”", .capitalize, "fr", "Élan “Vital”"), ("ﬃ", .uppercase, "en", "FFI"),
  ])
  func lettersChangeAsTheLanguageHasIt(
    text: String, change: CharacterStyle.Case, language: String, expected: String
  ) throws {
    #expect(try mapped(text, change, language) == expected)
  }

  @Test func aTextThatBecomesThreeTimesAsLongIsWhole() throws {
    // U+0390 has three letters in capitals.
    let result = try mapped(String(repeating: "\u{0390}", count: 10_000), .uppercase)
    #expect(result.utf16.count == 30_000)
  }

  @Test func surrogatesAloneAndTextWithoutLettersStayAsTheyAre() throws {
    let units: [UInt16] = [0xD800, 0x61, 0xDC00, 0, 0xD83D]
    #expect(
      try CharacterStyle.Case.uppercase.applied(to: units.span) == [
        0xD800, 0x41, 0xDC00, 0, 0xD83D,
      ])
    #expect(try mapped("", .capitalize) == "")
    #expect(try mapped("", .uppercase, "tr") == "")
  }

  @Test(arguments: ["", "zz-nonsense-§", String(repeating: "x", count: 10_000), "en\u{0}de"])
  func aLanguageThatNobodyHasIsNone(language: String) throws {
    #expect(try mapped("über i", .uppercase, language) == "ÜBER I")
    var found: [LineBreakOpportunity] = []
    try BreakOpportunityFinder().findOpportunities(
      in: Array("a b".utf16).span, language: language, strictness: .strict, into: &found)
    #expect(found.map(\.offset) == [2, 3])
  }
}
