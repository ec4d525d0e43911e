import CRectoUnicode

/// The encoding of a text that is neither UTF-8 nor marked as UTF-16, guessed from its bytes.
struct TextEncoding {
  /// ICU's name of it, such as `windows-1251`.
  let name: String

  /// The least confidence of a guess, of 100. ICU gives 10 to bytes that fit nearly any encoding.
  private static let requiredConfidence = 15
  /// The bytes that are guessed from: more make the guess slower and no better.
  private static let sampleSize = 1 << 16

  /// Nil for UTF-8 with damage, which has more characters of several bytes than invalid bytes, and
  /// where the bytes are like no encoding. Calls `ucsdet_detect`.
  init?(guessedFrom bytes: UnsafeRawBufferPointer) {
    guard !Self.isMostlyUTF8(bytes) else { return nil }
    var name = [CChar](repeating: 0, count: 64)
    var confidence: Int32 = 0
    // The bytes beyond ASCII decide, and the first of them may come late.
    let first = bytes.firstIndex { $0 >= 0x80 } ?? 0
    let start = max(0, min(first - Self.sampleSize / 2, bytes.count - Self.sampleSize))
    let sample = bytes[start...].prefix(Self.sampleSize)
    let isFound = UnsafeRawBufferPointer(rebasing: sample).withMemoryRebound(to: CChar.self) {
      unicode_guess_encoding(
        $0.baseAddress, Int32($0.count), &name, Int32(name.count), &confidence)
    }
    guard isFound, confidence >= Self.requiredConfidence else { return nil }
    self.name = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// The text of the bytes; those that the encoding does not have become U+FFFD. Nil if ICU has no
  /// such encoding. Calls `ucnv_toUChars`.
  func decode(_ bytes: UnsafeRawBufferPointer) -> String? {
    // No encoding that ICU guesses has more units than bytes.
    var count: Int32 = 0
    let units = [UInt16](unsafeUninitializedCapacity: bytes.count) { buffer, initialized in
      count = bytes.withMemoryRebound(to: CChar.self) {
        unicode_decode(
          name, $0.baseAddress, Int32($0.count), buffer.baseAddress, Int32(buffer.count))
      }
      initialized = max(0, Int(count))
    }
    return count < 0 ? nil : String(decoding: units, as: UTF16.self)
  }

  private static func isMostlyUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var (characters, errors) = (0, 0)
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): characters += scalar.isASCII ? 0 : 1
      case .error: errors += 1
      case .emptyInput: return characters >= errors
      }
    }
  }
}
