import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Fonts for letters that a style's own do not have.
@Suite struct FallbackTests {
  private func fonts(_ text: String, language: String?) throws -> [String] {
    var style = CharacterStyle()
    style.fontFamily = ["EB Garamond", "serif"]
    style.language = language
    let typesetter = try Texts.typesetter()
    let lines = try typesetter.lines(
      of: Paragraph(AttributedText(text, style: style), style: ParagraphStyle()), width: 500)
    return lines.flatMap(\.runs).map(\.font.name)
  }

  @Test(arguments: [
    ("en", "Amiri-Regular"), (nil, "Amiri-Regular"), ("ar", "Amiri-Regular"),
    ("fa", "Amiri-Regular"),
  ])
  func arabicIsSetInAFontThatIsMadeForIt(language: String?, family: String) throws {
    #expect(try fonts("البحر", language: language) == [family])
  }

  @Test(arguments: [
    ("바다가 온다", "NanumMyeongjo"), ("समुद्र", "Lohit-Devanagari"), ("ทะเล", "Norasi"),
    ("🌊", "NotoColorEmoji"), ("🇩🇪", "NotoColorEmoji"), ("海", "IPAMincho"),
  ])
  func eachScriptOfTheSamplesHasAFont(text: String, name: String) throws {
    #expect(Set(try fonts(text, language: nil)) == [name])
  }

  @Test func theFontOfAScriptIsThatOfItsLanguage() throws {
    for (script, language, expected) in [
      ("Arab", "en", "ar"), ("Arab", "fa", "fa"), ("Hani", "ja", "ja"), ("Hani", "en", "zh"),
      ("Hira", nil, "ja"), ("Hang", "ja", "ko"), ("Latn", "ar", "ar"), ("Deva", "mr", "mr"),
      ("Thai", "en", "th"),
    ] as [(String, String?, String)] {
      #expect(
        LikelyLanguage.forFonts(of: script, in: language) == expected, "\(script) \(language ?? "")"
      )
    }
  }

  @Test func whatNoFontHasIsKnownByItsScript() throws {
    let typesetter = try Texts.typesetter()
    let text = AttributedText("សម ស", style: CharacterStyle())
    _ = try typesetter.lines(of: Paragraph(text, style: ParagraphStyle()), width: 500)
    let missing = typesetter.fonts.missingGlyphs
    #expect(missing == [MissingGlyphs(script: "Khmr", texts: ["ស", "ម"])])
  }

  @Test(arguments: [(599, 400, false), (600, 400, true), (700, 549, true), (700, 550, false)])
  func aFaceIsEmboldenedWhereABoldOneIsWantedAndItIsNone(
    wanted: Double, weight: Double, isBold: Bool
  ) {
    var style = CharacterStyle()
    style.fontWeight = wanted
    var place = FontPlace(path: "regular.otf", index: 0)
    place.weight = weight
    #expect(FontSynthesis(place, hasAxes: false, for: style).isBold == isBold)
    #expect(!FontSynthesis(place, hasAxes: true, for: style).isBold)
  }
}
