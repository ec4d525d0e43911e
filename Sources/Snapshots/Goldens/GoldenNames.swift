import RectoPipeline

/// The names of goldens in their folder.
enum GoldenNames {
  static let manifest = "manifest.json"
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)
  private static let longest = 120

  /// The folder of a source: the last part of its path, in which all bytes except ASCII letters,
  /// digits, points, hyphens and underscores are written as `%41`.
  static func folder(ofSource path: String) -> String {
    guard path != "-" else { return "standard-input" }
    let name = path.split(separator: "/").last { $0 != "." } ?? "source"
    var safe = ""
    for (index, byte) in name.utf8.enumerated() {
      if plain.contains(byte), index > 0 || byte != UInt8(ascii: ".") {
        safe.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        safe += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    guard safe.utf8.count > longest else { return safe }
    return "\(safe.prefix(longest - 17))-\(CacheKey(parts: ["golden", safe]).hex.prefix(16))"
  }

  /// `page-0001`, and `page-0001@linux-x86_64` of a platform's own.
  static func page(_ index: Int, platform: String?) -> String {
    let number = "\(index + 1)"
    let zeros = String(repeating: "0", count: max(0, 4 - number.count))
    return "page-\(zeros)\(number)" + (platform.map { "@\($0)" } ?? "")
  }

  /// True if an untrusted name is one of these parts.
  static func isSafe(_ name: String) -> Bool {
    (1...longest).contains(name.utf8.count) && name.utf8.allSatisfy(plain.contains)
      && !name.hasPrefix(".")
  }
}
