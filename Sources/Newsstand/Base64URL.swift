import RectoPageModel

/// Base64 with the alphabet for URLs and without padding (RFC 4648, section 5; RFC 7515, section 2).
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    let text = bytes.withUnsafeBytes { Base64.encode($0) }
    return String(text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Returns nil for anything else. Padding, which some browsers' scripts add, is taken.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
    let digits = text.filter { $0 != "=" }.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    return Base64.decode(
      String(digits) + String(repeating: "=", count: (4 - digits.count % 4) % 4))
  }
}
