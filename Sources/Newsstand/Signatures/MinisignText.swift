import RectoPageModel

/// The text form of minisign's files: a comment that anyone can change, then a line of Base64.
enum MinisignText {
  static let untrusted = "untrusted comment: "
  static let trusted = "trusted comment: "
  /// Begins keys, and signatures of a file's bytes.
  static let algorithm: [UInt8] = Array("Ed".utf8)
  /// Begins signatures of a file's BLAKE2b digest.
  static let hashedAlgorithm: [UInt8] = Array("ED".utf8)

  /// The bytes of a key, with or without its comment; nil for anything else.
  static func bytes(in text: String) -> [UInt8]? {
    var lines = text.split(whereSeparator: \.isNewline)
    if lines.first?.hasPrefix(untrusted) == true { lines.removeFirst() }
    guard lines.count == 1 else { return nil }
    return Base64.decode(String(lines[0]))
  }

  /// The name of a key by its id, a number whose lowest byte comes first.
  static func name(_ id: [UInt8]) -> String {
    let number = id.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let digits = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Base64 {
  static func encode(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes { encode($0) } }
}
