import RectoPageModel

/// Gives the empty elements of XHTML that is read as HTML their end tags: HTML ignores the slash of
/// `<title/>`, and would take all behind it for the title.
enum ClosedElements {
  /// Those without end tags in HTML (HTML, 13.1.2).
  private static let void: Set = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
  ]
  /// Around elements whose slashes HTML heeds (HTML, 13.2.6.5).
  private static let foreign: Set = ["svg", "math"]
  /// Elements whose content HTML reads as text.
  private static let raw: Set = ["script", "style"]

  static func complete(_ file: FileBytes) -> FileBytes {
    file.withBytes { bytes in
      var markup = Markup(bytes)
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + 1024)
      var copied = 0
      // The foreign elements that are open, and the element whose content is skipped.
      var depth = 0
      var skipped: String?
      while let tag = markup.nextTag() {
        let isEnd = bytes[tag.lowerBound + 1] == UInt8(ascii: "/")
        let name = name(of: tag, from: tag.lowerBound + (isEnd ? 2 : 1), in: bytes)
        let lower = name.lowercased()
        if let open = skipped {
          if isEnd, lower == open { skipped = nil }
          continue
        }
        let isEmpty = !isEnd && isEmpty(tag, in: bytes)
        if foreign.contains(lower), !isEmpty {
          depth = max(0, depth + (isEnd ? -1 : 1))
        } else if depth == 0, !isEnd, !foreign.contains(lower) {
          if isEmpty, !void.contains(lower) {
            result += bytes[copied..<tag.upperBound]
            result += "</\(name)>".utf8
            copied = tag.upperBound
          } else if !isEmpty, raw.contains(lower) {
            skipped = lower
          }
        }
      }
      guard copied > 0 else { return file }
      result += bytes[copied...]
      return FileBytes(result)
    }
  }

  private static func name(
    of tag: Range<Int>, from start: Int, in bytes: UnsafeRawBufferPointer
  ) -> String {
    let name = bytes[start..<tag.upperBound].prefix {
      !Markup.isSpace($0) && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ">")
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// True for a slash at the end that is not of a value without quotes.
  private static func isEmpty(_ tag: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    let slash = tag.upperBound - 2
    guard bytes[slash] == UInt8(ascii: "/") else { return false }
    let last = bytes[slash - 1]
    return Markup.isSpace(last) || last == UInt8(ascii: "\"") || last == UInt8(ascii: "'")
      || !bytes[tag].contains(UInt8(ascii: "="))
  }
}
