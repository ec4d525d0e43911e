/// The parts of a URI or of a relative reference (RFC 3986, appendix B).
struct URLParts: Sendable, Hashable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = Substring(text)
    if let hash = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: hash)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
      scheme = String(rest[..<colon])
      rest = rest[rest.index(after: colon)...]
    }
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = String(rest[..<end])
      rest = rest[end...]
    }
    path = String(rest)
  }

  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    else { return false }
    return text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }
  }

  /// Put together again (5.3).
  var text: String {
    (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
      + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
  }

  var withoutFragment: URLParts {
    var parts = self
    parts.fragment = nil
    return parts
  }

  /// What this reference means where `base` is the URI of the document (5.2.2).
  func resolved(against base: URLParts) -> URLParts {
    var result = self
    if scheme != nil {
      result.path = Self.withoutDots(path)
      return result
    }
    result.scheme = base.scheme
    if authority != nil {
      result.path = Self.withoutDots(path)
      return result
    }
    result.authority = base.authority
    if path.isEmpty {
      result.path = base.path
      result.query = query ?? base.query
    } else if path.hasPrefix("/") {
      result.path = Self.withoutDots(path)
    } else if base.authority != nil, base.path.isEmpty {
      result.path = Self.withoutDots("/" + path)
    } else {
      let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? ""
      result.path = Self.withoutDots(folder + path)
    }
    return result
  }

  /// Without `.` and `..` (5.2.4).
  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") || path.hasPrefix(".") else { return path }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { kept.append("") }
      case "..":
        // What stands before the first slash of a path from the root is not its folder.
        if kept.count > (path.hasPrefix("/") ? 1 : 0) { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }
}

/// A URL as people write it, with the bytes that none has escaped (RFC 3986, 2), and a percent sign
/// that no two digits follow.
func escapedURL(_ text: String) -> String {
  let excluded = Array("<>\"{}|\\^`".utf8)
  let bytes = Array(text.utf8)
  func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "%") && !excluded.contains(byte)
  }
  if bytes.allSatisfy(isPlain) { return text }
  func isDigit(_ index: Int) -> Bool {
    index < bytes.count && Character(UnicodeScalar(bytes[index])).isHexDigit
  }
  let digits = Array("0123456789ABCDEF".utf8)
  var escaped: [UInt8] = []
  for (index, byte) in bytes.enumerated() {
    let isEscape = byte == UInt8(ascii: "%") && isDigit(index + 1) && isDigit(index + 2)
    if isPlain(byte) || isEscape {
      escaped.append(byte)
    } else {
      escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: escaped, as: UTF8.self)
}
