/// The parts of a URI or of a relative reference (RFC 3986, appendix B).
struct URLParts: Sendable, Hashable {
  var scheme: String?
  var authority: String?
  var path: String
  var query: String?
  var fragment: String?

  init(_ text: String) {
    var rest = text.utf8[...]
    func string(_ part: Substring.UTF8View) -> String { String(Substring(part)) }
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = string(rest[hash...].dropFirst())
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = string(rest[mark...].dropFirst())
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
      scheme = string(rest[..<colon])
      rest = rest[colon...].dropFirst()
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = string(rest[..<end])
      rest = rest[end...]
    }
    path = string(rest)
  }

  private static func isScheme(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    else { return false }
    return text.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }
  }

  /// The reference, put together again (5.3).
  var text: String {
    (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "") + path
      + (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
  }

  var withoutFragment: URLParts {
    var parts = self
    parts.fragment = nil
    return parts
  }

  /// The target of this reference, with `base` as the URI of the document (5.2.2).
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
      let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/"))
      let folder = slash.map { base.path[...$0] } ?? ""
      result.path = Self.withoutDots(folder + path)
    }
    return result
  }

  /// The path with `.` and `..` resolved (5.2.4).
  private static func withoutDots(_ path: String) -> String {
    let isDotted = zip("/\(path)".utf8, path.utf8).contains { before, byte in
      before == UInt8(ascii: "/") && byte == UInt8(ascii: ".")
    }
    guard isDotted else { return path }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case ".": if isLast { kept.append("") }
      case "..":
        // The empty part before the first slash of an absolute path is not a folder.
        if kept.count > (path.hasPrefix("/") ? 1 : 0) { kept.removeLast() }
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return kept.joined(separator: "/")
  }
}

/// Escapes the bytes that a URL must not contain (RFC 3986, 2), which people leave unescaped when they
/// write one, and each percent sign without two digits after it.
func escapedURL(_ text: String) -> String {
  func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"%<>\"{}|\\^`".utf8.contains(byte)
  }
  if text.utf8.allSatisfy(isPlain) { return text }
  let bytes = Array(text.utf8)
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
