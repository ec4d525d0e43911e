import RectoPageModel

/// Base64 with the alphabet for URLs and without padding (RFC 4648, section 5; RFC 7515, section 2).
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    let text = bytes.withUnsafeBytes { Base64.encode($0) }
    return String(text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
  }

  /// Returns nil for anything else, also where the last digit has bits that belong to no byte, so that
  /// no two texts are the same bytes. Padding, which some browsers' scripts add, is taken.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let digits = String(text.filter { $0 != "=" })
    let standard = digits.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - digits.utf8.count % 4) % 4)
    guard let bytes = Base64.decode(String(standard) + padding), encode(bytes) == digits else {
      return nil
    }
    return bytes
  }
}
