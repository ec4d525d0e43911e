import RectoPageModel
import Testing

@testable import RectoTypesetting

@Suite(.enabled(if: UnicodeData.isInstalled, Comment(rawValue: needsUnicodeData)))
struct BidiConformanceTests {
  private let analyzer = BidiAnalyzer()

  /// A character of each bidirectional class, by the class's letters.
  private static let samples: [UInt64: UInt16] = {
    let samples: [(String, UInt16)] = [
      ("L", 0x61), ("R", 0x05D0), ("AL", 0x0627), ("EN", 0x31), ("ES", 0x2B), ("ET", 0x23),
      ("AN", 0x0661), ("CS", 0x2C), ("NSM", 0x0300), ("BN", 0xAD), ("B", 0x2029), ("S", 0x09),
      ("WS", 0x20), ("ON", 0x21), ("LRE", 0x202A), ("RLE", 0x202B), ("PDF", 0x202C),
      ("LRO", 0x202D), ("RLO", 0x202E), ("LRI", 0x2066), ("RLI", 0x2067), ("FSI", 0x2068),
      ("PDI", 0x2069),
    ]
    return Dictionary(
      uniqueKeysWithValues: samples.map { name, unit in
        (name.utf8.reduce(0) { $0 << 8 | UInt64($1) }, unit)
      })
  }()

  @Test func everySequenceOfClassesHasTheLevelsAndTheOrderOfBidiTest() throws {
    var expectation = BidiExpectation()
    var units: [UInt16] = []
    var runs: [BidiRun] = []
    var count = 0
    var failures: [Int] = []
    let samples = Self.samples
    let directions: [(bit: Int, direction: BaseDirection)] = [
      (1, .firstStrong(else: .leftToRight)), (2, .leftToRight), (4, .rightToLeft),
    ]
    try UnicodeData("BidiTest.txt").forEachLine { number, line in
      if line.skip("@Levels:") { return expectation.readLevels(of: &line) }
      if line.skip("@Reorder:") { return expectation.readOrder(of: &line) }
      units.removeAll(keepingCapacity: true)
      while case let name = line.shortWord(), name != 0 {
        guard let sample = samples[name] else { return failures.append(number) }
        units.append(sample)
      }
      _ = line.skip(";")
      let bits = try line.field(radix: 16)
      for (bit, direction) in directions where bits & bit != 0 {
        count += 1
        try analyzer.analyze(units.span, direction: direction)
          .visualRuns(ofLine: 0..<units.count, into: &runs)
        if !expectation.holds(for: runs) { failures.append(number) }
      }
    }
    #expect(count >= 770_241)
    #expect(failures.isEmpty, "\(failures.count) fail, first lines \(failures.prefix(5))")
  }

  @Test func everyTextHasTheLevelsAndTheOrderOfBidiCharacterTest() throws {
    var expectation = BidiExpectation()
    var runs: [BidiRun] = []
    var units: [UInt16] = []
    var count = 0
    var failures: [Int] = []
    let directions: [BaseDirection] = [
      .leftToRight, .rightToLeft, .firstStrong(else: .leftToRight),
    ]
    try UnicodeData("BidiCharacterTest.txt").forEachLine { number, line in
      units.removeAll(keepingCapacity: true)
      // All are of the BMP, so that a unit is a character.
      while let unit = line.number(radix: 16) { units.append(UInt16(unit)) }
      _ = line.skip(";")
      let direction = directions[try line.field(radix: 10)]
      let base = try line.field(radix: 10)
      expectation.readLevels(of: &line)
      _ = line.skip(";")
      expectation.readOrder(of: &line)
      let paragraph = try analyzer.analyze(units.span, direction: direction)
      paragraph.visualRuns(ofLine: 0..<units.count, into: &runs)
      count += 1
      if Int(paragraph.baseLevel) != base || !expectation.holds(for: runs) {
        failures.append(number)
      }
    }
    #expect(count >= 91_000)
    #expect(failures.isEmpty, "\(failures.count) fail, first lines \(failures.prefix(5))")
  }

  @Test func noCharacterThatTurnsTheDirectionEscapesTheQuickScan() throws {
    let turning: Set = [
      "R", "AL", "AN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI",
    ]
    var count = 0
    try UnicodeData("extracted/DerivedBidiClass.txt").forEachProperty { scalars, name in
      guard turning.contains(name) else { return }
      for scalar in scalars {
        count += 1
        if !mayTurnDirection(utf16([scalar]).span) {
          Issue.record("U+\(String(scalar, radix: 16)) of class \(name) is not seen")
        }
      }
    }
    #expect(count > 2_000)
  }
}
