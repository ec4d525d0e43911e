import RectoPageModel

/// The parts of a document that is too large to be laid out at once: the browser's time and memory
/// grow with its elements. It is cut before blocks around which there are sections only, such as
/// paragraphs of the body. Each part is a document of its own, in the head and the sections of the
/// whole.
struct DocumentParts: Sendable {
  private struct Part {
    /// The start tags of the sections that are open where it begins, from the body on.
    let sections: [Range<Int>]
    let content: Range<Int>
    /// The end tags of those that are open where it ends.
    var end = ""
  }

  private let bytes: FileBytes
  /// All before the body.
  private let head: Range<Int>
  private let parts: [Part]
  /// The indices of the parts with elements, by the elements' names.
  private let names: [String: Int]

  /// The size in bytes up to which a document is not examined; few books have a larger one.
  static let largestUnexamined = 256 << 10
  /// The maximum number of elements of a document that is laid out as a whole, which take the
  /// browser about a second, and the number of elements of a part after which a document is cut.
  private static let mostElements = 16_000
  private static let elementsOfPart = 6_000
  /// The same limits in bytes.
  private static let mostBytes = 4 << 20
  private static let bytesOfPart = 1 << 20
  /// Names that are known; those behind them lead to the beginning of the document.
  private static let mostNames = 100_000

  var count: Int { parts.count }

  func byteCount(ofPart index: Int) -> Int { parts[index].content.count }

  func part(named name: String) -> Int? { names[name] }

  /// A part as a document.
  func document(_ index: Int) -> FileBytes {
    let part = parts[index]
    return bytes.withBytes { bytes in
      var document = Array(bytes[head])
      for tag in part.sections { document += bytes[tag] }
      document += bytes[part.content]
      document += part.end.utf8
      return FileBytes(document)
    }
  }

  /// Returns nil for a document that is small enough, or that cannot be cut.
  init?(_ file: FileBytes) {
    var reader = Reader()
    guard file.count > Self.largestUnexamined, file.withBytes({ reader.read($0) }),
      reader.parts.count > 1,
      reader.elements > Self.mostElements || file.count > Self.mostBytes
    else { return nil }
    bytes = file
    head = 0..<reader.headEnd
    parts = reader.parts
    names = reader.names
  }
}

extension DocumentParts {
  /// Goes through the tags of a document. Whatever it does not expect ends it, and leaves the
  /// document whole.
  private struct Reader {
    var parts: [Part] = []
    var names: [String: Int] = [:]
    var headEnd = 0
    var elements = 0
    /// The open elements around which a document can be cut, from the root on.
    private var sections: [(name: String, tag: Range<Int>)] = []
    /// Elements that are open in the last of them.
    private var depth = 0
    /// The part that is read, with the number of its elements.
    private var part: (sections: [Range<Int>], start: Int, elements: Int)?
    /// The end of the last tag.
    private var last = 0
    /// True if the last block is a heading.
    private var isAfterHeading = false

    private static let sectionNames: Set<String> = ["div", "section", "article", "main"]
    private static let headingNames: Set<String> = ["h1", "h2", "h3", "h4", "h5", "h6"]
    private static let blockNames: Set<String> = [
      "div", "section", "article", "main", "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol",
      "dl",
      "table", "blockquote", "pre", "hr", "figure", "aside", "header", "footer", "nav", "address",
    ]

    /// True if all of it was read.
    mutating func read(_ bytes: UnsafeRawBufferPointer) -> Bool {
      // Markup of another encoding is not seen.
      guard !bytes.starts(with: [0xFF, 0xFE]), !bytes.starts(with: [0xFE, 0xFF]) else {
        return false
      }
      var index = 0
      while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
        guard let end = Self.end(ofMarkup: start, in: bytes) else { return false }
        let second = bytes[start + 1]
        if second == UInt8(ascii: "/") {
          guard close(start..<end, in: bytes) else { return false }
          last = end
        } else if second != UInt8(ascii: "!"), second != UInt8(ascii: "?") {
          open(start..<end, in: bytes)
          last = end
        }
        index = end
      }
      return sections.isEmpty && depth == 0 && part == nil
    }

    private static func end(ofMarkup start: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
      func end(_ mark: String) -> Int? {
        let mark = Array(mark.utf8)
        var index = start
        while let found = bytes[index...].firstIndex(of: mark[mark.count - 1]) {
          index = found + 1
          if index - start >= mark.count, bytes[(index - mark.count)..<index].elementsEqual(mark) {
            return index
          }
        }
        return nil
      }
      var index = start + 1
      guard index < bytes.count else { return nil }
      let isDeclaration = bytes[index] == UInt8(ascii: "!")
      if isDeclaration {
        let head = bytes[start..<min(start + 9, bytes.count)]
        if head.starts(with: "<!--".utf8) { return end("-->") }
        if head.starts(with: "<![CDATA[".utf8) { return end("]]>") }
      } else if bytes[index] == UInt8(ascii: "?") {
        return end("?>")
      }
      var quote: UInt8?
      while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if byte == UInt8(ascii: ">") {
          return index
        } else if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[") && isDeclaration {
          // A document type with declarations of its own among them.
          return nil
        }
      }
      return nil
    }

    private static func name(_ tag: Range<Int>, in bytes: UnsafeRawBufferPointer) -> String {
      TagName.name(of: bytes[tag.lowerBound + 1..<tag.upperBound])
    }

    private mutating func open(_ tag: Range<Int>, in bytes: UnsafeRawBufferPointer) {
      elements += 1
      part?.elements += 1
      let isEmpty = bytes[tag.upperBound - 2] == UInt8(ascii: "/")
      if depth == 0 {
        let name = Self.name(tag, in: bytes)
        cut(before: tag.lowerBound, name, in: bytes)
        if !isSection(name) { isAfterHeading = Self.headingNames.contains(name) }
        if !isEmpty, isSection(name) {
          sections.append((name, tag))
          if name == "body" {
            headEnd = tag.lowerBound
            part = ([tag], tag.upperBound, 0)
          }
        } else if !isEmpty {
          depth = 1
        }
      } else if !isEmpty {
        depth += 1
      }
      if part != nil, names.count < DocumentParts.mostNames,
        let target = Self.identifier(tag, in: bytes), names[target] == nil
      {
        names[target] = parts.count
      }
    }

    private func isSection(_ name: String) -> Bool {
      switch sections.count {
      case 0: name == "html"
      case 1: name == "body"
      default: Self.sectionNames.contains(name)
      }
    }

    /// True if the tag ends what is open.
    private mutating func close(_ tag: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
      if depth > 0 {
        depth -= 1
        return true
      }
      guard let section = sections.last, Self.name(tag, in: bytes) == section.name else {
        return false
      }
      if section.name == "body" { end(at: tag.lowerBound) }
      sections.removeLast()
      return true
    }

    /// Cuts the document before a block, if the part is long enough and there is no text between
    /// the last tag and the block. Since the next part begins on a new page, the cut waits for a
    /// heading or a section, until the part is half as long again.
    private mutating func cut(before start: Int, _ name: String, in bytes: UnsafeRawBufferPointer) {
      guard let part, !isAfterHeading, Self.blockNames.contains(name) else { return }
      let length = max(
        Double(part.elements) / Double(DocumentParts.elementsOfPart),
        Double(start - part.start) / Double(DocumentParts.bytesOfPart))
      let isBeginning = Self.headingNames.contains(name) || name == "section" || name == "article"
      guard length > (isBeginning ? 1 : 1.5),
        bytes[last..<start].allSatisfy({ $0 <= 0x20 })
      else { return }
      end(at: start)
      self.part = (sections.dropFirst().map(\.tag), start, 1)
    }

    private mutating func end(at position: Int) {
      guard let part else { return }
      let end = sections.reversed().map { "</\($0.name)>" }.joined()
      parts.append(Part(sections: part.sections, content: part.start..<position, end: end))
      self.part = nil
    }

    /// The name of an element for links: its `id`, or `name` of an anchor. Returns nil without one, and
    /// for one with references.
    private static func identifier(
      _ tag: Range<Int>, in bytes: UnsafeRawBufferPointer
    ) -> String? {
      var found: String?
      let content = bytes[(tag.lowerBound + 1)..<(tag.upperBound - 1)]
      var rest = content.drop(while: TagName.isOfName)
      guard !rest.isEmpty else { return nil }
      let isAnchor = content.first == UInt8(ascii: "a") && rest.startIndex - content.startIndex == 1
      while let start = rest.firstIndex(where: { $0 > 0x20 && $0 != UInt8(ascii: "/") }) {
        let name = rest[start...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "=") }
        rest = rest[name.endIndex...].drop { $0 <= 0x20 }
        guard rest.first == UInt8(ascii: "=") else { continue }
        rest = rest.dropFirst().drop { $0 <= 0x20 }
        guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
        else {
          return nil
        }
        let value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
        let isID = name.elementsEqual("id".utf8)
        guard isID || isAnchor && name.elementsEqual("name".utf8) else { continue }
        let text = String(decoding: value, as: UTF8.self)
        guard !text.isEmpty, !text.contains("&") else { continue }
        found = text
        if isID { break }
      }
      return found
    }
  }
}
