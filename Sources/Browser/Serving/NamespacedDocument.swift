import RectoPageModel

/// Gives an XHTML document the namespaces that it leaves out: a browser shows elements without one
/// as the source of unknown XML.
enum NamespacedDocument {
  /// By the elements that state them. Those below have the same one.
  private static let namespaces: [(name: [UInt8], statement: [UInt8])] = [
    ("html", "http://www.w3.org/1999/xhtml"), ("svg", "http://www.w3.org/2000/svg"),
    ("math", "http://www.w3.org/1998/Math/MathML"),
  ].map { (Array($0.utf8), Array(" xmlns=\"\($1)\"".utf8)) }
  private static let attribute = Array("xmlns".utf8)

  /// The same bytes for a document whose root has a namespace, or is not named `html`.
  static func complete(_ file: FileBytes) -> FileBytes {
    file.withBytes { bytes in
      var markup = Markup(bytes)
      guard let root = markup.nextStartTag(), names(root, namespaces[0].name, in: bytes),
        !hasNamespace(root, in: bytes)
      else { return file }
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + 1024)
      var copied = 0
      var next: Range<Int>? = root
      while let tag = next {
        if let (name, statement) = namespaces.first(where: { names(tag, $0.name, in: bytes) }),
          !hasNamespace(tag, in: bytes)
        {
          let end = tag.lowerBound + 1 + name.count
          result += bytes[copied..<end]
          result += statement
          copied = end
        }
        next = markup.nextStartTag()
      }
      result += bytes[copied...]
      return FileBytes(result)
    }
  }

  /// True if the root is in the namespace of XHTML, as it states itself.
  static func isXHTML(_ file: FileBytes) -> Bool {
    file.withBytes { bytes in
      var markup = Markup(bytes)
      guard let root = markup.nextStartTag(), names(root, namespaces[0].name, in: bytes),
        hasNamespace(root, in: bytes)
      else { return false }
      return String(decoding: bytes[root], as: UTF8.self).contains("http://www.w3.org/1999/xhtml")
    }
  }

  private static func names(
    _ tag: Range<Int>, _ name: [UInt8], in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let start = tag.lowerBound + 1
    let end = start + name.count
    guard end < tag.upperBound, bytes[start..<end].elementsEqual(name) else { return false }
    return Markup.isSpace(bytes[end]) || bytes[end] == UInt8(ascii: ">")
      || bytes[end] == UInt8(ascii: "/")
  }

  /// True if the tag states a namespace for names without a prefix.
  private static func hasNamespace(_ tag: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    tag.contains { place in
      let end = place + attribute.count
      guard Markup.isSpace(bytes[place]), end < tag.upperBound,
        bytes[(place + 1)...end].elementsEqual(attribute)
      else { return false }
      return bytes[(end + 1)..<tag.upperBound].first { !Markup.isSpace($0) } == UInt8(ascii: "=")
    }
  }
}
