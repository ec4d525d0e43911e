/// The part of an XML document before its first element (XML 1.0, 2.8), as far as recognition
/// has to read it.
package struct XMLProlog {
  private var rest: ArraySlice<UInt8>

  /// The maximum length of a prolog, more than programs write before the first element.
  package static let length = 4096

  /// The name of the first element, without its prefix, of a document in ASCII or UTF-8 that begins
  /// with these bytes; nil for anything else.
  package static func firstElement(in head: [UInt8]) -> String? {
    var prolog = XMLProlog(rest: head.prefix(length))
    return prolog.findElement()
  }

  private mutating func findElement() -> String? {
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if takes("<?") {
        guard skip(past: "?>") else { return nil }
      } else if takes("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if takes("<!DOCTYPE") {
        guard skipDocumentType() else { return nil }
      } else {
        return takes("<") ? name : nil
      }
    }
  }

  /// Its internal subset has declarations of its own in brackets.
  private mutating func skipDocumentType() -> Bool {
    guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "[") })
    else { return false }
    let isSubset = rest[end] == UInt8(ascii: "[")
    rest = rest[(end + 1)...]
    return isSubset ? skip(past: "]") && skip(past: ">") : true
  }

  private var name: String? {
    let name = rest.prefix { ![0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains($0) }
    guard name.endIndex < rest.endIndex else { return nil }
    return name.split(separator: UInt8(ascii: ":")).last.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func takes(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skip(past text: String) -> Bool {
    while !rest.isEmpty {
      if takes(text) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
