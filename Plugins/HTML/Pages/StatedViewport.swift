import RectoBrowser

extension Viewport {
  /// Sides in CSS pixels that a page may state: from a phone's to those of a poster.
  static let sides = 200.0...4_096.0

  /// Nil for a device's own window, and for what no page can be.
  init?(statedWidth width: Double, height: Double) {
    guard Self.sides.contains(width) else { return nil }
    self.init(
      width: Int(width), height: Self.sides.contains(height) ? Int(height) : Int(width) * 3 / 4)
  }

  /// Reads a `meta` element's statement. In `width=768, height=1024` the first of each counts; units
  /// and other properties are ignored (EPUB Reading Systems 3.3, "Initial containing block
  /// dimensions").
  init?(stating content: String) {
    var sides: [Substring: Double] = [:]
    // "width = 768" is one statement, although white space separates two.
    let text = content.lowercased()
    var rest = text[...]
    while let equals = rest.firstIndex(of: "=") {
      let name = rest[..<equals].split(whereSeparator: Self.isSeparator).last ?? ""
      let value = rest[equals...].dropFirst().drop(while: \.isWhitespace)
      rest = value.drop { !Self.isSeparator($0) && $0 != "=" }
      if sides[name] == nil {
        sides[name] = Double(value.prefix { $0.isASCII && $0.isNumber || $0 == "." }) ?? 0
      }
    }
    self.init(statedWidth: sides["width"] ?? 0, height: sides["height"] ?? 0)
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == "," || character == ";" || character.isWhitespace
  }
}
