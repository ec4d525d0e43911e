import CRectoHyphen
import Glibc

/// The encoding of a hyphenation dictionary: UTF-8, or one byte per letter.
enum LetterEncoding: Sendable {
  case utf8
  case latin1
  case table([UInt32: UInt8])

  /// The encoding that the first line of a dictionary names; nil if it is unknown.
  init?(_ dictionary: UnsafePointer<HyphenDict>) {
    if dictionary.pointee.utf8 != 0 {
      self = .utf8
      return
    }
    let name = withUnsafeBytes(of: dictionary.pointee.cset) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    self.init(name: name)
  }

  /// The encoding of a name; nil if it is unknown. Calls `iconv_open` and `iconv` for all but UTF-8 and
  /// ISO 8859-1.
  init?(name: String) {
    switch name {
    case "UTF-8": self = .utf8
    case "ISO8859-1": self = .latin1
    default:
      // Hunspell's name for the Windows code pages.
      let prefix = "microsoft-"
      let known = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
      guard let table = Self.table(of: known) else { return nil }
      self = .table(table)
    }
  }

  /// The length of the longest letter in bytes.
  static let longestLetter = 4

  /// Writes letters as a C string and returns its length without the zero; nil if the encoding lacks a
  /// letter. `buffer` has room for the longest letters.
  func encode(
    _ letters: ArraySlice<WordLetter>, into buffer: UnsafeMutableBufferPointer<CChar>
  ) -> Int? {
    var length = 0
    func append(_ byte: UInt8) {
      buffer[length] = CChar(bitPattern: byte)
      length += 1
    }
    for letter in letters {
      let scalar = letter.scalar
      // In encodings of one byte, patterns have the ASCII apostrophe.
      let value = scalar == "\u{2019}" && !isUTF8 ? 0x27 : scalar.value
      switch self {
      case .utf8:
        if value < 0x80 { append(UInt8(value)) } else { UTF8.encode(scalar)?.forEach(append) }
      case .latin1:
        guard let byte = UInt8(exactly: value) else { return nil }
        append(byte)
      case .table(let table):
        guard let byte = table[value] else { return nil }
        append(byte)
      }
    }
    buffer[length] = 0
    return length
  }

  private var isUTF8: Bool { if case .utf8 = self { true } else { false } }

  /// All letters of a single-byte encoding; nil if the encoding is unknown.
  private static func table(of name: String) -> [UInt32: UInt8]? {
    // The C type is an opaque pointer, whose error value is -1.
    guard let converter = iconv_open("UTF-32LE", name),
      converter != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    defer { iconv_close(converter) }
    var table: [UInt32: UInt8] = [:]
    for byte in UInt8(1)...255 {
      var input = CChar(bitPattern: byte)
      var output: UInt32 = 0
      let converted = withUnsafeMutablePointer(to: &input) { from in
        withUnsafeMutableBytes(of: &output) { to in
          var source: UnsafeMutablePointer<CChar>? = from
          var sourceLeft = 1
          var target = to.baseAddress?.assumingMemoryBound(to: CChar.self)
          var targetLeft = to.count
          return iconv(converter, &source, &sourceLeft, &target, &targetLeft) == 0
            && targetLeft == 0
        }
      }
      // Resets the state that an invalid byte left behind.
      if !converted { iconv(converter, nil, nil, nil, nil) }
      if converted { table[UInt32(littleEndian: output)] = byte }
    }
    return table
  }
}
