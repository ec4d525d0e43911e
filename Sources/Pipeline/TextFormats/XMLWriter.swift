import RectoMarkup

/// Writes an XML document as it goes along. All text is escaped, and what XML cannot hold replaced.
package struct XMLWriter: Sendable {
  package private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
  private var depth = 0

  package init() {}

  /// An element with text in it, or nothing.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:], _ content: String = ""
  ) {
    open(name, attributes, content.isEmpty ? "/>" : ">")
    if !content.isEmpty { text += "\(escapeMarkup(content))</\(name)>" }
    text += "\n"
  }

  /// An element with others in it.
  package mutating func element(
    _ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:],
    _ body: (inout XMLWriter) -> Void
  ) {
    open(name, attributes, ">\n")
    depth += 1
    body(&self)
    depth -= 1
    text += indent + "</\(name)>\n"
  }

  private var indent: String { String(repeating: "  ", count: depth) }

  /// Attributes without a value are left out.
  private mutating func open(
    _ name: StaticString, _ attributes: KeyValuePairs<String, String?>, _ end: String
  ) {
    text += "\(indent)<\(name)"
    for case (let name, let value?) in attributes { text += " \(name)=\"\(escapeMarkup(value))\"" }
    text += end
  }
}
