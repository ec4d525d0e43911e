import Foundation
import RectoTypesetting
import Testing

/// LuaTeX's breaks of the paragraphs of `OracleParagraph`, stored by `make oracle`.
private struct StoredBreaks {
  let demerits: Int
  let breaks: [Int]

  /// A paragraph's line: its demerits, and how far each break is from the one before.
  init(_ line: Substring) throws {
    let numbers = try line.split(separator: " ").map { try #require(Int($0)) }
    demerits = try #require(numbers.first)
    var last = 0
    breaks = numbers.dropFirst().map {
      last += $0
      return last
    }
  }

  static func all() throws -> [StoredBreaks] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/luatex-breaks.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map(StoredBreaks.init)
  }
}

@Test func everyParagraphIsBrokenWhereLuaTeXBreaksIt() throws {
  let stored = try StoredBreaks.all()
  #expect(stored.count >= 1_000)
  var breaker = LineBreaker()
  var different: [Int] = []
  for (index, expected) in stored.enumerated() {
    let paragraph = OracleParagraph(index + 1)
    let broken = breaker.totalFit(paragraph.items, paragraph.widths, paragraph.parameters)
    let isEqual =
      broken.method == .totalFit && broken.lines.map(\.breakItem) == expected.breaks
      && broken.demerits == expected.demerits
    if !isEqual { different.append(index + 1) }
  }
  #expect(different.isEmpty, "\(different.count) of \(stored.count) differ")
}

@Test func theParagraphsOfTheOracleAreOfEveryKind() throws {
  let paragraphs = (1...300).map(OracleParagraph.init)
  var breaker = LineBreaker()
  let broken = paragraphs.map { breaker.totalFit($0.items, $0.widths, $0.parameters) }
  let hyphenated = broken.count { $0.lines.contains(where: \.isHyphenated) }
  let overfull = broken.count { $0.lines.contains(where: \.isOverfull) }
  #expect(hyphenated > 60)
  #expect((10..<150).contains(overfull))
  #expect(paragraphs.count { $0.parameters.looseness != 0 } > 40)
  #expect(paragraphs.count { !$0.widths.first.isEmpty } > 40)
  #expect(paragraphs.count { $0.parameters.emergencyStretch > .zero } > 40)
}
