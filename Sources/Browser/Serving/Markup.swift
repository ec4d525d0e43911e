/// Goes through the tags of a document.
struct Markup {
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

  /// A tag of either kind, as `nextStartTag`. A `<` before anything but a name is text.
  mutating func nextTag() -> Range<Int>? {
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")), start + 1 < bytes.count {
      guard
        bytes[start + 1] == UInt8(ascii: "/") || Self.beginsName(bytes[start + 1])
          || notes.contains(bytes[start + 1])
      else {
        place = start + 1
        continue
      }
      guard let end = endOfMarkup(from: start) else { return nil }
      place = end
      if !notes.contains(bytes[start + 1]) { return start..<end }
    }
    return nil
  }

  /// The second bytes of end tags, comments and the like.
  private let others = Array("/!?".utf8)
  /// Those of comments and the like.
  private let notes = Array("!?".utf8)

  private static func beginsName(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

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
