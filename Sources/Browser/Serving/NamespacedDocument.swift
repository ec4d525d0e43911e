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

  private static func names(
    _ tag: Range<Int>, _ name: [UInt8], in bytes: UnsafeRawBufferPointer
  ) -> Bool {
    let start = tag.lowerBound + 1
    let end = start + name.count
    guard end < tag.upperBound, bytes[start..<end].elementsEqual(name) else { return false }
    return isSpace(bytes[end]) || bytes[end] == UInt8(ascii: ">") || bytes[end] == UInt8(ascii: "/")
  }

  /// True if the tag states a namespace for names without a prefix.
  private static func hasNamespace(_ tag: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    tag.contains { place in
      let end = place + attribute.count
      guard isSpace(bytes[place]), end < tag.upperBound,
        bytes[(place + 1)...end].elementsEqual(attribute)
      else { return false }
      return bytes[(end + 1)..<tag.upperBound].first { !isSpace($0) } == UInt8(ascii: "=")
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Goes through the start tags of a document.
  private struct Markup {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// The tag from its `<` to behind its `>`. Nil at the end, and for markup that is cut off.
    mutating func nextStartTag() -> Range<Int>? {
      while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
        guard let end = endOfMarkup(from: start) else { return nil }
        place = end
        if !others.contains(bytes[start + 1]) { return start..<end }
      }
      return nil
    }

    /// The second bytes of end tags, comments and the like.
    private let others = Array("/!?".utf8)

    private func endOfMarkup(from start: Int) -> Int? {
      let rest = bytes[start...]
      if rest.starts(with: "<!--".utf8) { return end(of: "-->", from: start + 4) }
      if rest.starts(with: "<![CDATA[".utf8) { return end(of: "]]>", from: start + 9) }
      if rest.starts(with: "<?".utf8) { return end(of: "?>", from: start + 2) }
      return rest.starts(with: "<!DOCTYPE".utf8) ? endOfType(from: start) : endOfTag(from: start)
    }

    private func end(of mark: String, from start: Int) -> Int? {
      let mark = Array(mark.utf8)
      guard start + mark.count <= bytes.count else { return nil }
      return (start...(bytes.count - mark.count)).first {
        bytes[$0] == mark[0] && bytes[$0..<($0 + mark.count)].elementsEqual(mark)
      }.map { $0 + mark.count }
    }

    /// Angle brackets in values do not end a tag.
    private func endOfTag(from start: Int) -> Int? {
      var quote: UInt8?
      for index in start..<bytes.count {
        switch bytes[index] {
        case let byte where byte == quote: quote = nil
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = quote ?? bytes[index]
        case UInt8(ascii: ">") where quote == nil: return index + 1
        default: break
        }
      }
      return nil
    }

    /// Declarations stand in brackets.
    private func endOfType(from start: Int) -> Int? {
      guard let tag = endOfTag(from: start) else { return nil }
      guard let open = bytes[start..<tag].firstIndex(of: UInt8(ascii: "[")) else { return tag }
      return end(of: "]", from: open).flatMap { endOfTag(from: $0) }
    }
  }
}
