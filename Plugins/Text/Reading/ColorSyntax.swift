import RectoPageModel

/// A color as a layout writes it: a value, or a name that themes may give another value.
enum LayoutColor: Sendable, Hashable {
  case value(Color)
  case named(String)

  /// The color, by the names of a palette.
  func resolved(in palette: [String: Color]) -> Color {
    switch self {
    case .value(let color): color
    case .named(let name): palette[name] ?? .black
    }
  }
}

enum ColorSyntax {
  /// The sixteen colors of CSS 2 and a few more; nil for other names.
  static func basic(_ name: String) -> Color? {
    hexByName[name].flatMap { Color($0) }
  }

  static let hexByName: [String: String] = [
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "grey": "#808080",
    "white": "#ffffff", "maroon": "#800000", "red": "#ff0000", "purple": "#800080",
    "fuchsia": "#ff00ff", "green": "#008000", "lime": "#00ff00", "olive": "#808000",
    "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080",
    "aqua": "#00ffff", "orange": "#ffa500", "transparent": "#00000000",
  ]

  /// The form of a name that a publisher gives to a color.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x41...0x5A).contains(first & ~0x20) else { return false }
    return text.utf8.allSatisfy { byte in
      (0x41...0x5A).contains(byte & ~0x20) || (0x30...0x39).contains(byte)
        || byte == UInt8(ascii: "-")
    }
  }
}

extension LayoutValue {
  private static let wanted = "must be a color such as #1d4e89 or the name of one, not "

  /// `#rgb`, `#rrggbb`, `#rrggbbaa`, a basic name of CSS, or a name of the layout's `colors`.
  func color() -> LayoutColor? {
    guard case .text(let text) = node.content else {
      report(.wrongType, Self.wanted + shown)
      return nil
    }
    if text.hasPrefix("#") {
      guard let color = Color(text) else {
        report(.badValue, Self.wanted + shown)
        return nil
      }
      return .value(color)
    }
    guard ColorSyntax.isName(text) else {
      report(.badValue, Self.wanted + shown)
      return nil
    }
    if reading.palette[text] != nil { return .named(text) }
    if let color = ColorSyntax.basic(text) { return .value(color) }
    let known = reading.palette.keys.sorted() + ColorSyntax.hexByName.keys.sorted()
    report(
      .unknownName,
      "no color is called \(quoted(text))" + suggestion(for: text, among: known))
    return nil
  }
}
