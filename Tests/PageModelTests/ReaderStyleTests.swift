import Testing

@testable import RectoPageModel

@Suite struct ReaderStyleTests {
  private func style(_ settings: [(ReaderStyle.Setting, String)]) throws -> ReaderStyle {
    var style = ReaderStyle()
    for (setting, text) in settings { try style.set(setting, to: text) }
    return style
  }

  @Test func eachSettingIsReadFromItsName() throws {
    let style = try style([
      (.typeface, "sans"), (.lineSpacing, "1.5"), (.justify, "on"), (.hyphens, "off"),
      (.wordSpacing, "0.25"), (.letterSpacing, "-0.05"), (.textColor, "#102030"),
      (.paperColor, "white"), (.publisherStyles, "off"),
    ])
    #expect(style.typeface == .sans && style.lineSpacing == 1.5)
    #expect(style.isJustified == true && style.isHyphenated == false)
    #expect(style.wordSpacing == 0.25 && style.letterSpacing == -0.05)
    #expect(style.textColor == Color("#102030") && style.paperColor == .white)
    #expect(!style.keepsPublisherStyles)
  }

  @Test func eachSettingIsWrittenAsItIsRead() throws {
    let texts: [(ReaderStyle.Setting, String)] = [
      (.typeface, "sans"), (.lineSpacing, "1.5"), (.justify, "on"), (.hyphens, "off"),
      (.wordSpacing, "0.25"), (.letterSpacing, "-0.05"), (.textColor, "#102030"),
      (.paperColor, "#ffffff"), (.publisherStyles, "off"),
    ]
    #expect(texts.map(\.0) == ReaderStyle.Setting.allCases)
    let style = try style(texts)
    for (setting, text) in texts { #expect(style.text(of: setting) == text) }
    #expect(ReaderStyle.Setting.allCases.allSatisfy { ReaderStyle().text(of: $0) == nil })
  }

  @Test func thePublishersIsTheDefault() throws {
    let style = try style([
      (.typeface, "publisher"), (.justify, "publisher"), (.hyphens, "publisher"),
      (.publisherStyles, "on"),
    ])
    #expect(style == ReaderStyle())
  }

  @Test(arguments: [
    (ReaderStyle.Setting.typeface, "comic", "use publisher, serif, sans, dyslexic"),
    (.justify, "yes", "use publisher, on, off"), (.publisherStyles, "", "use on, off"),
    (.lineSpacing, "0.5", "the line spacing must be from 0.8 to 3"),
    (.lineSpacing, "wide", "is not a number"), (.wordSpacing, "nan", "is not a number"),
    (.letterSpacing, "2", "the letter spacing must be from -0.1 to 1"),
    (.textColor, "reddish", "is not #rrggbb"), (.paperColor, "transparent", "is not #rrggbb"),
  ])
  func whatCannotBeIsASentence(
    setting: ReaderStyle.Setting, text: String, sentence: String
  ) throws {
    let error = #expect(throws: PageError.self) { try style([(setting, text)]) }
    #expect(error?.code == .badRequest && error?.message.contains(sentence) == true)
  }

  /// Text can be read in each theme: the contrast of WCAG 2.2, 1.4.3.
  @Test(arguments: ReaderTheme.allCases) func themesAreLegible(theme: ReaderTheme) {
    func luminance(_ color: Color) -> Double {
      let parts = [color.red, color.green, color.blue].map { part -> Double in
        let value = Double(part) / 255
        return value <= 0.04045 ? value / 12.92 : pow(value)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    func pow(_ value: Double) -> Double {
      // ((v + 0.055) / 1.055) ^ 2.4, by the square and the fifth root of the square.
      let base = (value + 0.055) / 1.055
      var root = 1.0
      for _ in 0..<60 {
        root -= (root * root * root * root * root - base * base) / (5 * root * root * root * root)
      }
      return base * base * root
    }
    for paper in [theme.paper, theme.shade] {
      let (a, b) = (luminance(theme.text), luminance(paper))
      #expect((max(a, b) + 0.05) / (min(a, b) + 0.05) >= 4.5)
    }
  }

  @Test(
    arguments: [
      ("1-4,7", 7), ("3", 3), ("-5", 5), ("9-2", 9), ("last", nil), ("2-", nil), ("1,all", nil),
    ] as [(String, Int?)])
  func theHighestNumberOfAChoice(text: String, highest: Int?) throws {
    #expect(try PageSelection.highestNumber(text) == highest)
  }

  @Test func settingsAreReadFromOneText() throws {
    let style = try ReaderStyle(settings: "typeface=sans,line-spacing=1.4,hyphens=off")
    #expect(
      style
        == (try self.style([(.typeface, "sans"), (.lineSpacing, "1.4"), (.hyphens, "off")])))
    #expect(try ReaderStyle(settings: "") == ReaderStyle())
  }

  @Test(arguments: ["typeface", "size=2", "justify=on,justify=off", "typeface=comic", "=1"])
  func settingsThatCannotBeReadAreRefused(text: String) {
    let error = #expect(throws: PageError.self) { try ReaderStyle(settings: text) }
    #expect(error?.code == .badRequest)
  }
}
