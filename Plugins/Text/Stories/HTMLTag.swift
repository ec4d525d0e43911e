/// One tag of HTML as it stands in Markdown.
struct HTMLTag: Hashable {
  /// In lower case.
  let name: String
  let isClosing: Bool
  /// By names in lower case.
  let attributes: [String: String]

  /// Returns nil for text other than a tag, such as a comment.
  init?(_ text: String) {
    guard text.hasPrefix("<"), text.hasSuffix(">"), text.count > 2 else { return nil }
    var rest = text.dropFirst().dropLast()
    isClosing = rest.first == "/"
    if isClosing { rest = rest.dropFirst() }
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard name.first?.isLetter == true else { return nil }
    self.name = name.lowercased()
    attributes = Self.attributes(rest.dropFirst(name.count))
  }

  /// The tag of an element.
  init(_ name: String, isClosing: Bool = false, attributes: [String: String] = [:]) {
    self.name = name
    self.isClosing = isClosing
    self.attributes = attributes
  }

  /// The width in points that `width` asks for in pixels of CSS; nil for a share of the line.
  var width: Double? {
    guard let text = attributes["width"] else { return nil }
    let number = text.hasSuffix("px") ? String(text.dropLast(2)) : text
    guard let pixels = Double(number), (1...10_000).contains(pixels) else { return nil }
    return pixels * 0.75
  }

  var classes: [String] {
    (attributes["class"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
      .filter(BlockAttributes.isName)
  }

  /// The name that links lead to: the `id`, or the `name` of an `a`.
  var anchor: String? {
    [attributes["id"], name == "a" ? attributes["name"] : nil].lazy.compactMap(\.self)
      .first(where: BlockAttributes.isName)
  }

  static func isComment(_ text: String) -> Bool {
    text.drop(while: \.isWhitespace).hasPrefix("<!--")
  }

  private static func attributes(_ text: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
      guard !name.isEmpty, attributes.count < 20 else { return attributes }
      rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
      var value: Substring = ""
      if rest.first == "=" {
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        if let quote = rest.first, quote == "\"" || quote == "'" {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest.dropFirst(value.count + 2)
        } else {
          value = rest.prefix { !$0.isWhitespace }
          rest = rest.dropFirst(value.count)
        }
      }
      attributes[name.lowercased()] = String(value)
    }
  }
}
