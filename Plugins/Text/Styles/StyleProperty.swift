import RectoTypesetting

/// The properties of a style, named as in CSS; the few that CSS lacks are named in its manner.
enum StyleProperty: String, Sendable, Hashable, CaseIterable {
  // Letters
  case fontFamily = "font-family"
  case fontSize = "font-size"
  case fontWeight = "font-weight"
  case fontStyle = "font-style"
  case fontStretch = "font-stretch"
  case fontFeatureSettings = "font-feature-settings"
  case fontVariationSettings = "font-variation-settings"
  case fontVariantCaps = "font-variant-caps"
  case letterSpacing = "letter-spacing"
  case wordSpacing = "word-spacing"
  case baselineShift = "baseline-shift"
  case verticalAlign = "vertical-align"
  case textTransform = "text-transform"
  case textDecoration = "text-decoration"
  case color = "color"
  case backgroundColor = "background-color"
  case language = "language"
  // Paragraphs
  case textAlign = "text-align"
  case textAlignLast = "text-align-last"
  case textIndent = "text-indent"
  case marginTop = "margin-top"
  case marginBottom = "margin-bottom"
  case marginInlineStart = "margin-inline-start"
  case marginInlineEnd = "margin-inline-end"
  case lineHeight = "line-height"
  case lineSnap = "line-snap"
  case direction = "direction"
  case hyphens = "hyphens"
  case textWrap = "text-wrap"
  case hangingPunctuation = "hanging-punctuation"
  case letterSpacingLimit = "letter-spacing-limit"
  case orphans = "orphans"
  case widows = "widows"
  case breakBefore = "break-before"
  case breakAfter = "break-after"
  case breakInside = "break-inside"
  case initialLetter = "initial-letter"
  case tabStops = "tab-stops"
  // Tables, rules and pictures
  case padding = "padding"
  case borderWidth = "border-width"
  case borderColor = "border-color"
  case stripeColor = "stripe-color"

  /// The syntax of its value.
  enum Syntax {
    case families
    case text
    /// `em` is always allowed; `%` is of the font size.
    case length(allowsNegative: Bool)
    /// A number, a length, or `normal`.
    case lineHeight
    case integer(ClosedRange<Int>)
    case weight
    case percentage(ClosedRange<Double>)
    case keyword([String])
    case color
    /// Numbers by the four letters of an OpenType tag.
    case tags(ClosedRange<Double>)
    case initialLetter
    case tabStops
  }

  var syntax: Syntax {
    switch self {
    case .fontFamily: .families
    case .language: .text
    case .fontSize, .marginTop, .marginBottom, .padding, .borderWidth, .letterSpacingLimit:
      .length(allowsNegative: false)
    case .letterSpacing, .wordSpacing, .baselineShift, .textIndent, .marginInlineStart,
      .marginInlineEnd:
      .length(allowsNegative: true)
    case .lineHeight: .lineHeight
    case .fontWeight: .weight
    case .fontStretch: .percentage(50...200)
    case .fontFeatureSettings: .tags(0...65_535)
    case .fontVariationSettings: .tags(-10_000...10_000)
    case .orphans, .widows: .integer(1...20)
    case .color, .backgroundColor, .borderColor, .stripeColor: .color
    case .initialLetter: .initialLetter
    case .tabStops: .tabStops
    case .fontStyle: .keyword(["normal", "italic", "oblique"])
    case .fontVariantCaps: .keyword(["normal", "small-caps", "all-small-caps"])
    case .verticalAlign: .keyword(["baseline", "super", "sub"])
    case .textTransform: .keyword(["none", "uppercase", "lowercase", "capitalize"])
    case .textDecoration: .keyword(["none", "underline", "line-through"])
    case .textAlign, .textAlignLast:
      .keyword(["start", "end", "left", "right", "center", "justify"])
    case .lineSnap: .keyword(["none", "baseline"])
    case .direction: .keyword(["auto", "ltr", "rtl"])
    case .hyphens: .keyword(["none", "manual", "auto"])
    case .textWrap: .keyword(["pretty", "greedy", "balance"])
    case .hangingPunctuation: .keyword(["none", "allow-end"])
    case .breakBefore, .breakAfter, .breakInside:
      .keyword(["auto", "avoid", "column", "page"])
    }
  }
}

/// A property with its value, as a style declares it.
struct StyleDeclaration: Sendable, Hashable {
  enum Value: Sendable, Hashable {
    case families([String])
    case text(String)
    case length(Length)
    case number(Double)
    case keyword(String)
    case color(LayoutColor)
    case tags([String: Double])
    case initialLetter(lines: Int, count: Int)
    case tabStops([TabStop])
  }

  struct TabStop: Sendable, Hashable {
    var position: Length
    var alignment: ParagraphStyle.TabStop.Alignment
    var leader: String
  }

  let property: StyleProperty
  let value: Value

  init(_ property: StyleProperty, _ value: Value) {
    self.property = property
    self.value = value
  }
}
