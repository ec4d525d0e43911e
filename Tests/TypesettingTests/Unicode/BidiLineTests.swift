import Testing

@testable import RectoTypesetting

@Suite struct BidiLineTests {
  private let analyzer = BidiAnalyzer()

  private func lines(
    _ text: String, _ direction: BaseDirection = .firstStrong(else: .leftToRight),
    endingAt ends: [Int]
  ) throws -> [[BidiRun]] {
    let paragraph = try analyzer.analyze(Array(text.utf16).span, direction: direction)
    var start = 0
    return ends.map { end in
      var runs: [BidiRun] = []
      paragraph.visualRuns(ofLine: start..<end, into: &runs)
      start = end
      return runs
    }
  }

  @Test func plainTextIsOneRunOfLevelZero() throws {
    let paragraph = try analyzer.analyze(Array("Quay 4, north".utf16).span, direction: .leftToRight)
    #expect(paragraph.isUniform)
    #expect(paragraph.baseLevel == 0)
    #expect(
      try lines("Quay 4, north", endingAt: [5, 13]) == [
        [BidiRun(range: 0..<5, level: 0)], [BidiRun(range: 5..<13, level: 0)],
      ])
  }

  @Test func spacesAtTheEndOfALineStandAtTheParagraphsEnd() throws {
    // The same space lies within Hebrew words where the line goes on.
    #expect(
      try lines("a אב גד", endingAt: [5, 7]) == [
        [
          BidiRun(range: 0..<2, level: 0), BidiRun(range: 2..<4, level: 1),
          BidiRun(range: 4..<5, level: 0),
        ], [BidiRun(range: 5..<7, level: 1)],
      ])
    #expect(
      try lines("a אב גד", endingAt: [7]) == [
        [BidiRun(range: 0..<2, level: 0), BidiRun(range: 2..<7, level: 1)]
      ])
  }

  @Test func numbersInRightToLeftTextStandInPlaceAndReadFromTheLeft() throws {
    #expect(
      try lines("אב 123 גד", endingAt: [9]) == [
        [
          BidiRun(range: 6..<9, level: 1), BidiRun(range: 3..<6, level: 2),
          BidiRun(range: 0..<3, level: 1),
        ]
      ])
  }

  @Test(arguments: [
    ("12, 3!", BaseDirection.firstStrong(else: .leftToRight), UInt8(0)),
    ("12, 3!", .firstStrong(else: .rightToLeft), 1), ("", .firstStrong(else: .rightToLeft), 1),
    ("", .leftToRight, 0), ("12 é", .firstStrong(else: .rightToLeft), 0),
    ("12 ב a", .firstStrong(else: .leftToRight), 1), ("abc", .rightToLeft, 1),
    ("\u{2067}a\u{2069} b", .firstStrong(else: .rightToLeft), 0),
  ])
  func theBaseDirectionIsThatOfTheFirstStrongCharacterElseTheFallback(
    text: String, direction: BaseDirection, level: UInt8
  ) throws {
    #expect(
      try analyzer.analyze(Array(text.utf16).span, direction: direction).baseLevel == level)
  }

  @Test func aLineFeedInsideAParagraphDoesNotChangeItsDirection() throws {
    let text = "אב\nabc"
    let runs = try lines(text, endingAt: [3, 6])
    #expect(runs[1] == [BidiRun(range: 3..<6, level: 2)])
    let paragraph = try analyzer.analyze(
      Array(text.utf16).span, direction: .firstStrong(else: .leftToRight))
    #expect(paragraph.baseLevel == 1)
  }

  @Test func aPairOfSurrogatesHasOneLevel() throws {
    // U+10900 is a Phoenician letter.
    let paragraph = try analyzer.analyze(Array("a\u{10900}".utf16).span, direction: .leftToRight)
    #expect((0..<3).map(paragraph.level(at:)) == [0, 1, 1])
  }

  @Test func whatOfALineLiesBeyondTheParagraphIsLeftOut() throws {
    #expect(try lines("אב", endingAt: [99]) == [[BidiRun(range: 0..<2, level: 1)]])
    #expect(try lines("אב", endingAt: [0]) == [[]])
  }
}
