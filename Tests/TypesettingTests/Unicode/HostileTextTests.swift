import RectoPageModel
import Testing

@testable import RectoTypesetting

/// Text that was made to cost time or memory: each of it passes all services within a second or
/// two, also in a debug build.
@Suite(.serialized) struct HostileTextTests {
  private struct Findings: Equatable {
    var lines: [LineBreakOpportunity] = []
    var clusters: [Int] = []
    var scripts: [ScriptRun] = []
    var emoji: [Range<Int>] = []
    var visual: [BidiRun] = []
  }

  private func findings(_ text: [UInt16]) throws -> Findings {
    var result = Findings()
    let clusters = try GraphemeClusters()
    try BreakOpportunityFinder().findOpportunities(
      in: text.span, language: "en", into: &result.lines)
    try clusters.findEnds(in: text.span, into: &result.clusters)
    var itemizer = ScriptItemizer()
    itemizer.itemize(text.span, into: &result.scripts)
    try EmojiItemizer(clusters: clusters).findRuns(in: text.span, into: &result.emoji)
    try BidiAnalyzer().analyze(text.span, direction: .firstStrong(else: .leftToRight))
      .visualRuns(ofLine: 0..<text.count, into: &result.visual)
    #expect(result.lines.last?.offset == text.count)
    #expect(result.clusters.last == text.count)
    #expect(result.scripts.last?.range.upperBound == text.count)
    #expect(result.visual.reduce(0) { $0 + $1.range.count } == text.count)
    return result
  }

  private func repeated(_ scalars: [UInt32], _ count: Int) -> [UInt16] {
    Array(repeatElement(utf16(scalars), count: count).joined())
  }

  @Test func aHundredThousandMarksAreOneCluster() throws {
    let found = try findings([0x61] + repeated([0x0301], 100_000))
    #expect(found.clusters.count == 1)
    #expect(found.lines.count == 1)
  }

  @Test func aChainOfEightThousandEmojiIsOneEmoji() throws {
    let text = repeated([0x1F468, 0x200D], 8_000) + utf16([0x1F468])
    let found = try findings(text)
    #expect(found.clusters.count == 1)
    #expect(found.emoji == [0..<text.count])
  }

  @Test func aLongTextWithoutABreakIsOnePiece() throws {
    #expect(try findings(repeated([0x61], 2_000_000)).lines.count == 1)
  }

  @Test func aLongThaiTextIsDivided() throws {
    #expect(try findings(repeated([0x0E01, 0x0E32], 50_000)).lines.count > 1)
  }

  @Test(
    arguments: [0x2066, 0x2067, 0x2068, 0x202A, 0x202B, 0x202D, 0x202E] as [UInt32])
  func formattingCharactersThatAreNeverClosedAreBounded(opener: UInt32) throws {
    let found = try findings(repeated([opener], 100_000) + utf16([0x61, 0x05D0]))
    // Initiators of isolates have levels of their own, up to the limit.
    #expect(found.visual.count <= 128)
    #expect(found.visual.allSatisfy { $0.level <= 126 })
  }

  @Test func aHundredThousandTurnsOfDirectionInOneLineAreSorted() throws {
    #expect(try findings(repeated([0x61, 0x05D0], 100_000)).visual.count == 200_000)
    // Each level in turn, again and again.
    let deep = repeated([0x202B, 0x05D0, 0x202A, 0x61], 60) + repeated([0x202C], 120)
    _ = try findings(Array(repeatElement(deep, count: 200).joined()))
  }

  @Test func bracketsThatAreNeverClosedAreBounded() throws {
    let found = try findings(
      repeated([0x61, 0x28], 100_000) + repeated([0x436], 1) + repeated([0x29], 100_000))
    #expect(found.scripts.count == 3)
  }

  @Test(arguments: [0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0] as [UInt32])
  func surrogatesAloneAndNullsAreCharactersLikeOthers(unit: UInt32) throws {
    let found = try findings(repeated([unit], 10_000) + [0x61, 0x20, 0x62])
    #expect(found.clusters.count >= 10_003)
    #expect(found.scripts.count == 1)
  }

  @Test func tagCharactersEndWithTheirFlag() throws {
    let text = utf16([0x1F3F4]) + repeated([0xE0067], 50_000) + utf16([0xE007F])
    let found = try findings(text)
    #expect(found.clusters.count == 1)
    #expect(found.emoji == [0..<text.count])
  }
}
