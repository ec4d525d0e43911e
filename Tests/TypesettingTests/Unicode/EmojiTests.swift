import RectoPageModel
import RectoTypesetting
import Testing

@Suite struct EmojiTests {
  private let itemizer: EmojiItemizer

  init() throws { itemizer = EmojiItemizer(clusters: try GraphemeClusters()) }

  private func runs(_ units: [UInt16]) throws -> [Range<Int>] {
    var runs: [Range<Int>] = []
    try itemizer.findRuns(in: units.span, into: &runs)
    return runs
  }

  @Test(arguments: [
    ("no 1 # ©", []), ("a 😀 b", [2..<4]), ("😀👍🏽 !", [0..<6]), ("❤", []), ("❤\u{FE0F}", [0..<2]),
    ("⌚\u{FE0E}", []), ("⌚", [0..<1]), ("1\u{FE0F}\u{20E3}", [0..<3]), ("1\u{20E3}😀", [2..<4]),
    ("1\u{FE0F}", []), ("☝🏽", [0..<3]), ("🇩🇪 x", [0..<4]), ("❤\u{200D}🔥", [0..<4]),
    ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", [0..<14]), ("©\u{FE0F}©", [0..<2]), ("港😀港", [1..<3]),
  ])
  func pictureCharactersAndWhatIsMadeOneAreInColor(text: String, expected: [Range<Int>]) throws {
    #expect(try runs(Array(text.utf16)) == expected)
  }

  @Test(.enabled(if: UnicodeData.isInstalled, Comment(rawValue: needsUnicodeData)))
  func everyRecommendedSequenceIsInColor() throws {
    var count = 0
    try UnicodeData("emoji/emoji-test.txt").forEachLine { number, line in
      var scalars: [UInt32] = []
      while let scalar = line.number(radix: 16) { scalars.append(UInt32(scalar)) }
      guard line.skip(";"), line.word() == "fully-qualified" else { return }
      let units = utf16(scalars)
      let found = try runs(units)
      #expect(found == [0..<units.count], "line \(number)")
      count += 1
    }
    #expect(count > 3_500)
  }

  @Test(.enabled(if: UnicodeData.isInstalled, Comment(rawValue: needsUnicodeData)))
  func aVariationSelectorDecides() throws {
    var count = 0
    try UnicodeData("emoji/emoji-variation-sequences.txt").forEachLine { number, line in
      guard let base = line.number(radix: 16), let selector = line.number(radix: 16) else { return }
      // A digit becomes an emoji as a keycap only.
      guard base > 0x39 else { return }
      let units = utf16([UInt32(base), UInt32(selector)])
      let found = try runs(units)
      #expect(found.isEmpty == (selector == 0xFE0E), "line \(number)")
      count += 1
    }
    #expect(count > 600)
  }
}
