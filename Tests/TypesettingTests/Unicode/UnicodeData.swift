import Glibc
import RectoPageModel

/// The reason why a test that reads the Unicode Character Database is skipped.
let needsUnicodeData = "unicode-data is not installed"

/// A file of the Unicode Character Database, as Debian installs it.
struct UnicodeData {
  private static let folder = "/usr/share/unicode/"
  private let bytes: FileBytes

  static let isInstalled = access(folder + "BidiTest.txt", R_OK) == 0

  init(_ name: String) throws { bytes = try FileBytes(path: Self.folder + name) }

  /// Gives the lines that are more than a comment, with their numbers.
  func forEachLine(_ body: (Int, inout DataLine) throws -> Void) throws {
    try bytes.withBytes { bytes in
      let hash = UInt8(ascii: "#")
      var start = 0
      var number = 0
      while start < bytes.count, let base = bytes.baseAddress {
        number += 1
        let found = memchr(base + start, 0x0A, bytes.count - start)
        let end = found.map { UnsafeRawPointer($0) - base } ?? bytes.count
        if end > start, bytes[start] != hash {
          var line = DataLine(bytes: bytes, position: start, end: end)
          try body(number, &line)
        }
        start = end + 1
      }
    }
  }

  /// Gives the code points and the value of lines such as `0041..005A ; L # letters`.
  func forEachProperty(_ body: (ClosedRange<UInt32>, String) throws -> Void) throws {
    try forEachLine { _, line in
      guard let first = line.number(radix: 16) else { return }
      let last = line.skip("..") ? line.number(radix: 16) ?? first : first
      _ = line.skip(";")
      try body(UInt32(first)...UInt32(last), line.word())
    }
  }
}

/// A line that is read from its beginning to its end or to a comment.
struct DataLine {
  let bytes: UnsafeRawBufferPointer
  var position: Int
  let end: Int

  /// The next byte other than a space, or 0 at the end.
  var next: UInt8 {
    mutating get {
      while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
      return position < end && bytes[position] != UInt8(ascii: "#") ? bytes[position] : 0
    }
  }

  /// Skips `text` if it comes next; returns whether it did.
  mutating func skip(_ text: StaticString) -> Bool {
    _ = next
    let length = text.utf8CodeUnitCount
    guard end - position >= length, let base = bytes.baseAddress,
      memcmp(base + position, text.utf8Start, length) == 0
    else { return false }
    position += length
    return true
  }

  mutating func number(radix: Int) -> Int? {
    guard Self.digit(next) < radix else { return nil }
    var value = 0
    while position < end {
      let digit = Self.digit(bytes[position])
      guard digit < radix else { break }
      value = value * radix + digit
      position += 1
    }
    return value
  }

  /// The number that the next field has to be.
  mutating func field(radix: Int) throws -> Int {
    guard let number = number(radix: radix) else {
      throw PageError(.damaged, "a line of the Unicode Character Database cannot be read")
    }
    _ = skip(";")
    return number
  }

  private static func digit(_ byte: UInt8) -> Int {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x41 + 10
    default: .max
    }
  }

  /// Up to the next space, semicolon or comment; empty at the end.
  mutating func word() -> String {
    _ = next
    let start = position
    while position < end, ![0x20, 0x09, 0x3B, 0x23].contains(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// The same as the ASCII of up to eight letters, the first in the highest byte.
  mutating func shortWord() -> UInt64 {
    var word: UInt64 = next == 0 ? 0 : UInt64(bytes[position])
    guard (0x41...0x5A).contains(word) else { return 0 }
    position += 1
    while position < end, (0x41...0x5A).contains(bytes[position]) {
      word = word << 8 | UInt64(bytes[position])
      position += 1
    }
    return word
  }
}

/// The UTF-16 form of code points; surrogates stay as they are.
func utf16(_ scalars: some Sequence<UInt32>) -> [UInt16] {
  scalars.flatMap { scalar -> [UInt16] in
    guard scalar > 0xFFFF else { return [UInt16(scalar)] }
    return [UInt16(0xD800 + ((scalar - 0x10000) >> 10)), UInt16(0xDC00 + (scalar & 0x3FF))]
  }
}
