/// The attributes at the end of a heading or paragraph, such as `{.lead #tides}`: names of styles, and
/// a name for links.
struct BlockAttributes: Hashable {
  var classes: [String] = []
  var anchor: String?

  /// The attributes at the end of `text` and the text before them; nil if there are none.
  static func split(_ text: String) -> (attributes: BlockAttributes, text: String)? {
    guard text.utf8.contains(UInt8(ascii: "}")) else { return nil }
    let trimmed = text[...].trimmingEnd()
    guard trimmed.hasSuffix("}"), let brace = trimmed.lastIndex(of: "{") else { return nil }
    let inside = trimmed[trimmed.index(after: brace)..<trimmed.index(before: trimmed.endIndex)]
    guard let attributes = BlockAttributes(inside) else { return nil }
    return (attributes, String(trimmed[..<brace].trimmingEnd()))
  }

  /// Parses the text between the braces; nil if it contains anything but names.
  init?(_ text: Substring) {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    for word in words {
      let name = String(word.dropFirst())
      guard Self.isName(name) else { return nil }
      switch word.first {
      case ".": classes.append(name)
      case "#": anchor = name
      default: return nil
      }
    }
  }

  init() {}

  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 100
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
      }
  }

  /// The classes of a line that begins a division, such as `:::lead` or `::: {.lead}`; empty for `:::`,
  /// which ends one, and nil for other text.
  static func division(_ text: String) -> [String]? {
    guard text.hasPrefix(":::") else { return nil }
    let rest = text.drop { $0 == ":" }[...].trimming(while: \.isWhitespace)
    if rest.isEmpty { return [] }
    if isName(rest) { return [rest] }
    guard rest.hasPrefix("{"), let split = split(rest), split.text.isEmpty else { return nil }
    return split.attributes.classes
  }
}

extension Substring {
  fileprivate func trimmingEnd() -> Substring {
    var result = self
    while result.last?.isWhitespace == true { result.removeLast() }
    return result
  }
}
