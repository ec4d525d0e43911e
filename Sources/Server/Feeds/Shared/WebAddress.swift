/// The address of something on the web that a publication names: of `http` or `https` only, since
/// clients follow what they are given, and made a URI (RFC 3986).
struct WebAddress: Sendable, Hashable {
  /// With a scheme.
  let text: String

  /// The maximum length that browsers accept.
  static let maximumBytes = 2_048

  /// Returns nil for another scheme, for none, and for a URL without a host.
  init?(_ text: String) {
    let trimmed = text.drop(while: \.isWhitespace)
    let scheme = trimmed.prefix { $0 != ":" }
    let rest = trimmed.dropFirst(scheme.count)
    guard ["http", "https"].contains(scheme.lowercased()), rest.hasPrefix("://"),
      let first = rest.dropFirst(3).first, !"/?#".contains(first)
    else { return nil }
    let encoded = Self.encoded(scheme.lowercased() + rest)
    guard encoded.utf8.count <= Self.maximumBytes else { return nil }
    self.text = encoded
  }

  /// Escapes the bytes that no URI has, and a percent sign that no two digits follow.
  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = Array(text.utf8)
    var encoded: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEscape =
        byte != UInt8(ascii: "%")
        || (bytes.dropFirst(index + 1).prefix(2).filter(\.isHexadecimal).count == 2)
      if isEscape, byte > 0x20, byte < 0x7F, !excluded.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let excluded = Set("<>\"{}|\\^`".utf8)
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
