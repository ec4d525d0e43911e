import PageModel

/// URL-safe Base64 without padding (RFC 4648, section 5).
enum Base64URL {
  static func encode(_ bytes: [UInt8]) -> String {
    let text = bytes.withUnsafeBytes { Base64.encode($0) }
    return text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Nil for a text of another form.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard !text.utf8.contains(where: { "+/=".utf8.contains($0) }) else { return nil }
    let standard = String(text).replacing("-", with: "+").replacing("_", with: "/")
    let padding = (4 - standard.utf8.count % 4) % 4
    return Base64.decode(standard + String(repeating: "=", count: padding))
  }
}
