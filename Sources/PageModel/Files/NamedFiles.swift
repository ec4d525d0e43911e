/// Finds the names of files in a text without parsing it: the process that asks, outside any sandbox,
/// must not meet a parser.
package struct NamedFiles: Sendable {
  /// In lower case, without the dot, of at most five letters and digits.
  private let endings: Set<String>
  /// The bytes before a name.
  private let separators: Set<UInt8>

  private static let longestName = 300

  /// `separators` may stand before a name besides white space, quotation marks, brackets and `=`.
  package init(endings: Set<String>, separators: String = "") {
    self.endings = endings
    self.separators = Set((" \t\n\r(<\"'=" + separators).utf8)
  }

  /// The texts that end like a name, begin where a name can, and lie in the publication's folder.
  /// They are relative to `folder`; nil for the publication's own.
  package func names(in text: [UInt8], from folder: RelativePath? = nil) -> [RelativePath] {
    text.indices.filter { text[$0] == UInt8(ascii: ".") }.flatMap { dot in
      let ending = text[(dot + 1)...].prefix(5).prefix { isLetterOrDigit($0) }
      guard endings.contains(String(decoding: ending, as: UTF8.self).lowercased()) else {
        return [RelativePath]()
      }
      return starts(before: dot, in: text).compactMap { start in
        let name = String(decoding: text[start..<ending.endIndex], as: UTF8.self)
        return try? RelativePath(name.percentDecoded, from: folder)
      }
    }
  }

  /// Behind the separator before it, and, as a name may have spaces in it, behind the bracket or
  /// quotation mark before that.
  private func starts(before dot: Int, in text: [UInt8]) -> [Int] {
    let line = text[max(0, dot - Self.longestName)..<dot]
    guard let first = line.lastIndex(where: { separators.contains($0) }) else {
      return [line.startIndex]
    }
    guard [0x20, UInt8(ascii: "(")].contains(line[first]),
      let wide = line[..<first].lastIndex(where: { Self.wideSeparators.contains($0) }),
      line[wide] != 0x0A
    else { return [first + 1] }
    return [first + 1, wide + 1]
  }

  private static let wideSeparators = Set("\n<\"'".utf8)

  private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
