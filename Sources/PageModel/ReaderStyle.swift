/// The reader's settings for type and color; those for the page are in `LayoutOptions`. Nil
/// stands for the publisher's value.
public struct ReaderStyle: Sendable, Hashable {
  /// Kinds of typefaces for running text; code keeps its own.
  public enum Typeface: String, Sendable, Hashable, CaseIterable {
    case serif, sans
    /// One with letters that are hard to confuse: OpenDyslexic, if it is installed.
    case dyslexic

    /// The font families of this kind, the best first, as fontconfig and CSS name them.
    public var families: [String] {
      switch self {
      case .serif: ["EB Garamond", "serif"]
      case .sans: ["DejaVu Sans", "sans-serif"]
      case .dyslexic: ["OpenDyslexic", "DejaVu Sans", "sans-serif"]
      }
    }
  }

  public var typeface: Typeface?
  /// The distance between baselines, in multiples of the font size, in `lineSpacingRange`.
  public var lineSpacing: Double?
  /// True to justify paragraphs, false to set them ragged. Centered text stays centered.
  public var isJustified: Bool?
  /// True to hyphenate running text, false to break no words.
  public var isHyphenated: Bool?
  /// The space to add between words, in em, in `wordSpacingRange`.
  public var wordSpacing: Double?
  /// The space to add between letters, in em, in `letterSpacingRange`.
  public var letterSpacing: Double?
  /// The color of the text, in place of the theme's.
  public var textColor: Color?
  /// The color of the paper, in place of the theme's.
  public var paperColor: Color?
  /// False to leave out the style sheets of a book.
  public var keepsPublisherStyles = true

  public init() {}

  public static let lineSpacingRange = 0.8...3.0
  public static let wordSpacingRange = 0.0...2.0
  public static let letterSpacingRange = -0.1...1.0

  /// Throws `badRequest` for a value with which no text can be set.
  public func check() throws(PageError) {
    try Self.check(lineSpacing, "line spacing", in: Self.lineSpacingRange)
    try Self.check(wordSpacing, "word spacing", in: Self.wordSpacingRange)
    try Self.check(letterSpacing, "letter spacing", in: Self.letterSpacingRange)
  }

  private static func check(
    _ value: Double?, _ name: String, in range: ClosedRange<Double>
  ) throws(PageError) {
    guard let value, !range.contains(value) else { return }
    throw PageError(
      .badRequest,
      "the \(name) must be from \(brief(range.lowerBound)) to \(brief(range.upperBound))")
  }
}

// MARK: Names

extension ReaderStyle {
  /// The names of the settings on the command line and in queries.
  public enum Setting: String, Sendable, Hashable, CaseIterable {
    case typeface
    case lineSpacing = "line-spacing"
    case justify, hyphens
    case wordSpacing = "word-spacing"
    case letterSpacing = "letter-spacing"
    case textColor = "text-color"
    case paperColor = "paper-color"
    case publisherStyles = "publisher-styles"

    /// The accepted words; empty for a setting that takes a number or a color.
    public var choices: [String] {
      switch self {
      case .typeface: [Self.publisher] + Typeface.allCases.map(\.rawValue)
      case .justify, .hyphens: [Self.publisher, "on", "off"]
      case .publisherStyles: ["on", "off"]
      default: []
      }
    }

    fileprivate static let publisher = "publisher"
  }

  /// Changes a setting to a value as it is written on the command line.
  ///
  /// Throws `badRequest` for a value that it does not take, with those that it does.
  public mutating func set(_ setting: Setting, to text: String) throws(PageError) {
    let choices = setting.choices
    guard choices.isEmpty || choices.contains(text) else {
      throw PageError(
        .badRequest,
        "\(setting.rawValue) \(text.printable) is not known: use "
          + choices.joined(separator: ", "))
    }
    let isOn: Bool? = text == Setting.publisher ? nil : text == "on"
    switch setting {
    case .typeface: typeface = Typeface(rawValue: text)
    case .justify: isJustified = isOn
    case .hyphens: isHyphenated = isOn
    case .publisherStyles: keepsPublisherStyles = text == "on"
    case .lineSpacing: lineSpacing = try Self.number(text, of: setting)
    case .wordSpacing: wordSpacing = try Self.number(text, of: setting)
    case .letterSpacing: letterSpacing = try Self.number(text, of: setting)
    case .textColor: textColor = try Self.color(text, of: setting)
    case .paperColor: paperColor = try Self.color(text, of: setting)
    }
    try check()
  }

  /// The value of a setting as `set` takes it; nil for the publisher's.
  package func text(of setting: Setting) -> String? {
    func word(_ isOn: Bool) -> String { isOn ? "on" : "off" }
    return switch setting {
    case .typeface: typeface?.rawValue
    case .lineSpacing: lineSpacing.map { "\($0)" }
    case .justify: isJustified.map(word)
    case .hyphens: isHyphenated.map(word)
    case .wordSpacing: wordSpacing.map { "\($0)" }
    case .letterSpacing: letterSpacing.map { "\($0)" }
    case .textColor: textColor?.hex
    case .paperColor: paperColor?.hex
    case .publisherStyles: keepsPublisherStyles ? nil : word(false)
    }
  }

  /// The style of settings such as `typeface=serif,line-spacing=1.4`, each at most once.
  ///
  /// Throws `badRequest` for a setting that does not exist or appears twice, and as `set`.
  public init(settings: String) throws(PageError) {
    self.init()
    var known: Set<Setting> = []
    for item in settings.split(separator: ",") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let setting = Setting(rawValue: String(parts[0])) else {
        throw PageError(
          .badRequest,
          "\(String(item).printable) is not a setting of type: write NAME=VALUE with one of "
            + Setting.allCases.map(\.rawValue).joined(separator: ", "))
      }
      guard known.insert(setting).inserted else {
        throw PageError(.badRequest, "\(setting.rawValue) appears twice")
      }
      try set(setting, to: String(parts[1]))
    }
  }

  private static func number(_ text: String, of setting: Setting) throws(PageError) -> Double {
    guard let value = Double(text), value.isFinite else {
      throw PageError(.badRequest, "\(setting.rawValue) \(text.printable) is not a number")
    }
    return value
  }

  private static func color(_ text: String, of setting: Setting) throws(PageError) -> Color {
    guard let color = Color(text), color.alpha == 255 else {
      throw PageError(
        .badRequest, "\(setting.rawValue) \(text.printable) is not #rrggbb, white or black")
    }
    return color
  }
}

/// The colors that every reflowable source without themes of its own has.
public enum ReaderTheme: String, Sendable, Hashable, CaseIterable {
  case light, sepia, gray, night

  public var paper: Color {
    switch self {
    case .light: Color(red: 0xFF, green: 0xFF, blue: 0xFF)
    case .sepia: Color(red: 0xF6, green: 0xEE, blue: 0xDC)
    case .gray: Color(red: 0x4C, green: 0x4E, blue: 0x51)
    case .night: Color(red: 0x16, green: 0x18, blue: 0x1C)
    }
  }

  public var text: Color {
    switch self {
    case .light: Color(red: 0x00, green: 0x00, blue: 0x00)
    case .sepia: Color(red: 0x43, green: 0x32, blue: 0x22)
    case .gray: Color(red: 0xE6, green: 0xE5, blue: 0xE2)
    case .night: Color(red: 0xC9, green: 0xC6, blue: 0xBF)
    }
  }

  /// The background of code and similar blocks.
  public var shade: Color {
    switch self {
    case .light: Color(red: 0xF2, green: 0xF2, blue: 0xF2)
    case .sepia: Color(red: 0xEA, green: 0xDF, blue: 0xC6)
    case .gray: Color(red: 0x5A, green: 0x5C, blue: 0x60)
    case .night: Color(red: 0x24, green: 0x27, blue: 0x2D)
    }
  }
}
