import RectoPageModel
import RectoTypesetting
import Testing

@testable import RectoTextBackend

@Suite struct StyleSheetTests {
  private func sheet(_ styles: String) throws -> StyleSheet {
    try read(layout("\"styles\": \(styles)")).layout.styles
  }

  @Test func everyElementOfMarkdownHasADefaultStyle() {
    let names = [
      "body", "paragraph", "first-paragraph", "heading1", "heading2", "heading3", "heading4",
      "heading5", "heading6", "quote", "list-item", "code-block", "table", "table-header",
      "table-cell", "caption", "figure", "rule", "note", "emphasis", "strong", "strikethrough",
      "code", "link", "superscript", "subscript", "note-call", "list-marker", "folio",
    ]
    for name in names {
      #expect(DefaultStyles.sheet[name] != nil, "\(name)")
      #expect(DefaultStyles.sheet.cycle(from: name) == nil)
    }
    let body = DefaultStyles.sheet.block("paragraph")
    #expect(body.character.fontFamily == ["EB Garamond", "serif"])
    #expect(body.character.fontSize == 10.5 && body.paragraph.lineHeight == .points(14))
    #expect(body.paragraph.textAlign == .justify && body.paragraph.hyphens == .auto)
  }

  @Test func aDeclarationIsAddedToTheDefaultsOfItsStyle() throws {
    let styles = try sheet(##"{"heading2": {"color": "#ff0000"}, "body": {"font-size": 12}}"##)
    let heading = styles.block("heading2")
    #expect(heading.character.color == Color("#ff0000"))
    #expect(heading.character.fontSize == 16 && heading.paragraph.breakAfter == .avoid)
    #expect(styles.block("paragraph").character.fontSize == 12)
  }

  @Test func codeAndTablesAreNotJustifiedWithTheBody() throws {
    let styles = try sheet(#"{"body": {"text-align": "justify"}}"#)
    #expect(styles.block("quote").paragraph.textAlign == .justify)
    for name in ["code-block", "table-header", "table-cell"] {
      #expect(styles.block(name).paragraph.textAlign == .start)
    }
  }

  @Test func aStyleThatSaysWhatItExtendsTakesTheDefaultsPlace() throws {
    let styles = try sheet(#"{"heading2": {"extends": "body", "font-weight": 700}}"#)
    let heading = styles.block("heading2")
    #expect(heading.character.fontSize == 10.5 && heading.paragraph.breakAfter == .auto)
  }

  @Test func emIsOfTheStylesOwnFontSizeWhateverTheOrder() throws {
    let styles = try sheet(
      #"{"a": {"letter-spacing": "0.1em", "text-indent": "50%", "font-size": "200%"}}"#)
    let style = styles.block("paragraph", classes: ["a"])
    #expect(style.character.fontSize == 21)
    #expect(abs(style.character.letterSpacing - 2.1) < 1e-9)
    #expect(style.paragraph.textIndent == 10.5)
  }

  @Test func theReadersFontScaleLeavesProportionsAlone() {
    var styles = DefaultStyles.sheet
    styles.fontScale = 2
    let style = styles.block("heading1")
    #expect(style.character.fontSize == 48 && style.paragraph.lineHeight == .points(56))
    #expect(styles.inline("code", over: style.character).fontSize == 48 * 0.85)
  }

  @Test func everyPropertyChangesTheStyle() throws {
    let values: [StyleProperty: String] = [
      .fontFamily: #""Lato""#, .fontSize: "30", .fontWeight: "900", .fontStyle: #""oblique""#,
      .fontStretch: "75", .fontFeatureSettings: #"["ss01"]"#,
      .fontVariationSettings: #"{"opsz": 9}"#, .fontVariantCaps: #""all-small-caps""#,
      .letterSpacing: "1", .wordSpacing: "1", .baselineShift: "1", .verticalAlign: #""sub""#,
      .textTransform: #""uppercase""#, .textDecoration: #""underline""#, .color: #""red""#,
      .backgroundColor: #""red""#, .language: #""fr""#, .textAlign: #""right""#,
      .textAlignLast: #""center""#, .textIndent: "-9", .marginTop: "9", .marginBottom: "9",
      .marginInlineStart: "-9", .marginInlineEnd: "9", .lineHeight: "2", .lineSnap: #""none""#,
      .direction: #""rtl""#, .hyphens: #""none""#, .textWrap: #""greedy""#,
      .hangingPunctuation: #""none""#, .letterSpacingLimit: #""0.03em""#, .orphans: "5",
      .widows: "5", .breakBefore: #""page""#, .breakAfter: #""avoid""#, .breakInside: #""avoid""#,
      .initialLetter: "3", .tabStops: #"[{"position": 20}]"#, .padding: "4", .borderWidth: "4",
      .borderColor: #""red""#, .stripeColor: #""red""#,
    ]
    let plain = DefaultStyles.sheet.block("paragraph")
    for property in StyleProperty.allCases {
      let value = try #require(values[property], "\(property)")
      let styles = try sheet("{\"a\": {\"\(property.rawValue)\": \(value)}}")
      #expect(styles.block("paragraph", classes: ["a"]) != plain, "\(property)")
    }
  }

  @Test func aCharacterStylesBackgroundIsOfItsLettersOnly() throws {
    let styles = try sheet(#"{"mark": {"background-color": "yellow"}}"#)
    #expect(styles.inline("mark", over: CharacterStyle()).backgroundColor == Color("#ffff00"))
    let block = styles.block("paragraph", classes: ["mark"])
    #expect(block.character.backgroundColor == nil)
    #expect(block.paragraph.backgroundColor == Color("#ffff00"))
  }

  @Test func anInitialLetterTakesTheStyleOfThatName() throws {
    let styles = try sheet(
      #"{"initial-letter": {"color": "red"}, "a": {"initial-letter": [3, 2]}}"#)
    let letter = try #require(styles.block("paragraph", classes: ["a"]).paragraph.initialLetter)
    #expect(letter.lines == 3 && letter.count == 2 && letter.style?.color == Color("#ff0000"))
  }
}
