import RectoPageModel

/// The styles that are there before a publisher says anything: a book page in EB Garamond on a
/// baseline of 14 points.
enum DefaultStyles {
  static let sheet = StyleSheet(
    blocks.merging(inlines) { first, _ in first })

  /// Points from baseline to baseline: the distances of the other styles are parts of it.
  static let leading = 14.0

  private static let serif = ["EB Garamond", "serif"]
  private static let monospace = ["DejaVu Sans Mono", "monospace"]
  private static let rule = Color(red: 0x8A, green: 0x84, blue: 0x7A)
  private static let shade = Color(red: 0xF4, green: 0xF1, blue: 0xEA)

  private static let blocks: [String: NamedStyle] = [
    "body": NamedStyle([
      .families(serif), .points(.fontSize, 10.5), .points(.lineHeight, leading),
      .word(.hyphens, "auto"), .word(.hangingPunctuation, "allow-end"),
    ]),
    "paragraph": NamedStyle(
      extends: "body", [.word(.textAlign, "justify"), .em(.textIndent, 1.2)]),
    "first-paragraph": NamedStyle(extends: "paragraph", [.em(.textIndent, 0)]),
    "title": NamedStyle(
      extends: "heading",
      [.points(.fontSize, 30), .points(.lineHeight, 35), .points(.marginBottom, leading)]),
    "subtitle": NamedStyle(
      extends: "heading", [.points(.fontSize, 14), .word(.fontStyle, "italic")]),
    "byline": NamedStyle(
      extends: "body", [.word(.fontStyle, "italic"), .points(.marginBottom, 2 * leading)]),
    "heading": NamedStyle(
      extends: "body",
      [
        .word(.textAlign, "start"), .word(.hyphens, "none"), .word(.textWrap, "balance"),
        .word(.breakAfter, "avoid"), .word(.breakInside, "avoid"),
        .points(.marginTop, leading), .points(.marginBottom, leading / 2),
      ]),
    "heading1": NamedStyle(
      extends: "heading",
      [
        .points(.fontSize, 24), .points(.lineHeight, 28), .points(.marginTop, 0),
        .points(.marginBottom, 2 * leading), .word(.breakBefore, "page"),
      ]),
    "heading2": NamedStyle(
      extends: "heading",
      [
        .points(.fontSize, 16), .points(.lineHeight, 21), .points(.marginTop, 1.5 * leading),
      ]),
    "heading3": NamedStyle(
      extends: "heading", [.points(.fontSize, 12.5), .word(.fontStyle, "italic")]),
    "heading4": NamedStyle(
      extends: "heading", [.word(.fontVariantCaps, "small-caps"), .em(.letterSpacing, 0.05)]),
    "heading5": NamedStyle(extends: "heading", [.word(.fontStyle, "italic")]),
    "heading6": NamedStyle(extends: "heading", [.points(.fontSize, 9.5)]),
    "quote": NamedStyle(
      extends: "paragraph",
      [
        .points(.fontSize, 10), .em(.textIndent, 0), .em(.marginInlineStart, 1.5),
        .em(.marginInlineEnd, 1.5), .points(.marginTop, leading / 2),
        .points(.marginBottom, leading / 2),
      ]),
    "list-item": NamedStyle(
      extends: "paragraph",
      [
        .em(.textIndent, 0), .em(.marginInlineStart, 1.6), .points(.marginTop, leading / 2),
        .points(.marginBottom, leading / 2),
      ]),
    "code-block": NamedStyle(
      extends: "body",
      [
        .families(monospace), .points(.fontSize, 8), .points(.lineHeight, leading * 0.8),
        .word(.textAlign, "start"), .word(.hyphens, "none"), .word(.textWrap, "greedy"),
        .word(.hangingPunctuation, "none"),
        .color(.backgroundColor, shade), .points(.padding, 5),
        .points(.marginTop, leading / 2), .points(.marginBottom, leading / 2),
      ]),
    "table": NamedStyle(
      extends: "body",
      [
        .points(.padding, 3), .points(.borderWidth, 0.4), .color(.borderColor, rule),
        .points(.marginTop, leading / 2), .points(.marginBottom, leading / 2),
      ]),
    "table-cell": NamedStyle(
      extends: "body",
      [
        .points(.fontSize, 9), .points(.lineHeight, 11.5), .word(.textAlign, "start"),
        .word(.hyphens, "manual"),
      ]),
    "table-header": NamedStyle(extends: "table-cell", [.number(.fontWeight, 600)]),
    "caption": NamedStyle(
      extends: "body",
      [
        .points(.fontSize, 8.5), .points(.lineHeight, 11), .word(.fontStyle, "italic"),
        .points(.marginTop, 4),
      ]),
    "figure": NamedStyle(
      extends: "body", [.points(.marginTop, leading), .points(.marginBottom, leading)]),
    "rule": NamedStyle(
      extends: "body",
      [
        .points(.borderWidth, 0.5), .color(.borderColor, rule), .points(.marginTop, leading),
        .points(.marginBottom, leading),
      ]),
    "note": NamedStyle(
      extends: "body",
      [
        .points(.fontSize, 8.5), .points(.lineHeight, 11), .word(.textAlign, "justify"),
        .em(.marginInlineStart, 1.2),
      ]),
    "folio": NamedStyle(
      extends: "body", [.points(.fontSize, 9), .word(.textAlign, "center")]),
    "running-head": NamedStyle(
      extends: "body",
      [
        .points(.fontSize, 9), .word(.fontVariantCaps, "all-small-caps"),
        .em(.letterSpacing, 0.08), .word(.textAlign, "center"),
      ]),
  ]

  private static let inlines: [String: NamedStyle] = [
    "emphasis": NamedStyle([.word(.fontStyle, "italic")]),
    "strong": NamedStyle([.number(.fontWeight, 700)]),
    "strikethrough": NamedStyle([.word(.textDecoration, "line-through")]),
    "code": NamedStyle([.families(monospace), .em(.fontSize, 0.85)]),
    "link": NamedStyle([.color(.color, Color(red: 0x1D, green: 0x4E, blue: 0x89))]),
    "superscript": NamedStyle([.word(.verticalAlign, "super")]),
    "subscript": NamedStyle([.word(.verticalAlign, "sub")]),
    "note-call": NamedStyle([.word(.verticalAlign, "super")]),
    "list-marker": NamedStyle(),
  ]
}

extension StyleDeclaration {
  fileprivate static func points(_ property: StyleProperty, _ points: Double) -> Self {
    Self(property, .length(.points(points)))
  }

  fileprivate static func em(_ property: StyleProperty, _ factor: Double) -> Self {
    Self(property, .length(.em(factor)))
  }

  fileprivate static func word(_ property: StyleProperty, _ word: String) -> Self {
    Self(property, .keyword(word))
  }

  fileprivate static func number(_ property: StyleProperty, _ number: Double) -> Self {
    Self(property, .number(number))
  }

  fileprivate static func color(_ property: StyleProperty, _ color: Color) -> Self {
    Self(property, .color(.value(color)))
  }

  fileprivate static func families(_ families: [String]) -> Self {
    Self(.fontFamily, .families(families))
  }
}
