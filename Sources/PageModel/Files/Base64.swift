/// Base64 (RFC 4648, 4), the form of bytes in JSON.
public enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  public static func encode(_ bytes: UnsafeRawBufferPointer) -> String {
    String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
      digits.withUnsafeBufferPointer { digits in
        var place = 0
        var index = 0
        while index < bytes.count {
          let left = bytes.count - index
          let second = left > 1 ? UInt32(bytes[index + 1]) : 0
          let third = left > 2 ? UInt32(bytes[index + 2]) : 0
          let group = UInt32(bytes[index]) << 16 | second << 8 | third
          text[place] = digits[Int(group >> 18)]
          text[place + 1] = digits[Int(group >> 12 & 63)]
          text[place + 2] = left > 1 ? digits[Int(group >> 6 & 63)] : UInt8(ascii: "=")
          text[place + 3] = left > 2 ? digits[Int(group & 63)] : UInt8(ascii: "=")
          place += 4
          index += 3
        }
        return place
      }
    }
  }

  /// Returns nil unless the text is whole groups of Base64 digits.
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text -> [UInt8]? in
      guard text.count % 4 == 0 else { return nil }
      let padding = text.suffix(2).count { $0 == UInt8(ascii: "=") }
      let count = text.count / 4 * 3 - padding
      var isValid = true
      let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3) { bytes, filled in
        values.withUnsafeBufferPointer { values in
          for group in 0..<text.count / 4 {
            var bits: UInt32 = 0
            for digit in 0..<4 {
              let isPadding = group * 4 + digit >= text.count - padding
              let value = isPadding ? 0 : values[Int(text[group * 4 + digit])]
              if value > 63 { isValid = false }
              bits = bits << 6 | UInt32(value & 63)
            }
            bytes[group * 3] = UInt8(truncatingIfNeeded: bits >> 16)
            bytes[group * 3 + 1] = UInt8(truncatingIfNeeded: bits >> 8)
            bytes[group * 3 + 2] = UInt8(truncatingIfNeeded: bits)
          }
        }
        filled = max(0, count)
      }
      return isValid ? bytes : nil
    }
  }
}
