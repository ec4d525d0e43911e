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

  /// Reads a `meta` element's statement.
  init?(stating content: String) {
    let (width, height) = Self.sides(stating: content)
    self.init(statedWidth: width, height: height)
  }

  /// The width and height of a `meta` element's statement, 0 where it has none. In `width=768,
  /// height=1024` the first of each counts; units and other properties are ignored (EPUB Reading
  /// Systems 3.3, "Initial containing block dimensions").
  static func sides(stating content: String) -> (width: Double, height: Double) {
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
    return (sides["width"] ?? 0, sides["height"] ?? 0)
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character == "," || character == ";" || character.isWhitespace
  }
}

/// The size that a page of a book states, which may be larger than any window.
struct FixedPageSize {
  /// In CSS pixels. Without a statement of the height it is that of the window.
  let whole: Viewport
  let statesHeight: Bool

  /// The longest side in CSS pixels: 200 inches, as in `LayoutOptions.pageSideRange`.
  private static let longest = 19_200.0

  /// Nil for a device's own window, and for what no page can be.
  init?(stating content: String) {
    let (width, height) = Viewport.sides(stating: content)
    let least = Viewport.sides.lowerBound
    guard width >= least else { return nil }
    statesHeight = height >= least
    let sides = [width, statesHeight ? height : width * 3 / 4].map { Int(min($0, Self.longest)) }
    whole = Viewport(width: sides[0], height: sides[1])
  }

  /// The window that the page is laid out for: the browser holds the pixels of all of it.
  var window: Viewport {
    let longest = Int(Viewport.sides.upperBound)
    return Viewport(width: min(whole.width, longest), height: min(whole.height, longest))
  }

  private static let enlarging = PageFunction(PackageResources.enlarge_js)

  /// The expression makes the root of a page as large as the page, and what is placed is placed in it,
  /// where the window is smaller.
  var enlargement: String {
    Self.enlarging.call { json in
      json.member("width", whole.width)
      json.member("height", whole.height)
    }
  }
}
