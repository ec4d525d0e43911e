/// Adjacent blocks of HTML in a Markdown document: an empty line ends a block (CommonMark, 4.6), but
/// not the elements in it.
struct HTMLBlocks {
  private(set) var text = ""
  /// The line of the first.
  private(set) var line = 0

  /// Takes a block of HTML that is to be read as such; returns false for any other node.
  mutating func add(_ node: MarkdownNode) -> Bool {
    guard case .html = node.kind, Self.division(node) == nil else { return false }
    let literal = node.literal
    // The text after a comment is Markdown.
    guard let rest = HTMLComments.rest(of: literal), rest.hasPrefix("<") else { return false }
    if text.isEmpty { line = node.line }
    text += Self.withoutDeclarations(rest)
    return true
  }

  /// Without comments, declarations and CDATA, which browsers do not show; libxml2 takes some for text.
  private static func withoutDeclarations(_ text: Substring) -> String {
    var result = ""
    var rest = text
    while let start = rest.utf8.firstRange(of: "<!".utf8)?.lowerBound {
      result += rest[..<start]
      rest = rest[start...]
      let isComment = rest.utf8.starts(with: "<!--".utf8)
      let end = isComment ? "-->" : rest.utf8.starts(with: "<![CDATA[".utf8) ? "]]>" : ">"
      guard let close = rest.utf8.dropFirst(2).firstRange(of: end.utf8)?.upperBound else {
        return isComment ? result : result + rest
      }
      rest = rest[close...]
    }
    return result + rest
  }

  /// The tag of a block that is nothing but a division's beginning or end.
  static func division(_ node: MarkdownNode) -> HTMLTag? {
    let text = node.literal[...].trimming(while: \.isWhitespace)
    guard let tag = HTMLTag(text), tag.name == "div", !text.dropLast().contains(">") else {
      return nil
    }
    return tag
  }

  /// The number of divisions that are not closed; negative for ends of others.
  var openDivisions: Int {
    let tags = text.lowercased()
    return tags.ranges(of: "<div").count - tags.ranges(of: "</div").count
  }
}
