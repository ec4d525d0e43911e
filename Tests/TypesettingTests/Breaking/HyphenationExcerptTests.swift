import Foundation
import Testing

@testable import RectoTypesetting

/// A word's own patterns, read apart, say of it what all patterns of its language say.
@Suite struct HyphenationExcerptTests {
  private static let dictionaries = ["hyph_de_DE.dic", "hyph_en_US.dic", "hyph_en_GB.dic"]

  @Test(arguments: dictionaries)
  func ofWords(name: String) throws { try compare(name, words: 100) }

  @Test(.takesSeconds, arguments: dictionaries)
  func ofManyWords(name: String) throws { try compare(name, words: 1_000) }

  private func compare(_ name: String, words wanted: Int) throws {
    let path = "\(HyphenationDictionaries.systemFolder)/\(name)"
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let all = try #require(HyphenationDictionary(bytes, largestWhole: .max))
    let excerpts = try #require(HyphenationDictionary(bytes, largestWhole: 0))
    var different: [String] = []
    var divided = 0
    for word in words(bytes, wanted) {
      let units = Array(word.utf16)
      let letters = units.withUnsafeBufferPointer { HyphenatedParts($0).parts.first ?? [] }
      let expected = all.breaks(after: letters)
      if !expected.isEmpty { divided += 1 }
      if excerpts.breaks(after: letters) != expected { different.append(word) }
    }
    #expect(different.isEmpty)
    #expect(divided > wanted / 2)
  }

  /// Pieces of the patterns themselves, joined to words of two and three.
  private func words(_ bytes: [UInt8], _ wanted: Int) -> [String] {
    let isUTF8 = bytes.starts(with: "UTF-8".utf8)
    let text =
      String(
        bytes: bytes, encoding: isUTF8 ? .utf8 : .isoLatin1) ?? ""
    let pieces = text.split(whereSeparator: \.isNewline).dropFirst()
      .filter { $0.first?.isLetter == true && $0.first?.isLowercase == true }
      .map { String($0.filter(\.isLetter)) }
    return stride(from: 0, to: pieces.count - 14, by: max(1, pieces.count / wanted)).map { index in
      pieces[index] + pieces[index + 7] + (index % 2 == 0 ? pieces[index + 13] : "")
    }
  }
}
