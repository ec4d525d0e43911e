import CRectoPlugin
import RectoJSON
import RectoPageModel
import RectoTextLayout
import Testing

/// The characters of a page that a plugin has in memory.
@Suite struct CharactersTests {
  private static let rest = """
    "index": 3, "fonts": ["Sans", "Serif"], "structure": [], "rules": [[0, 90, 50, 90]]
    """
  private static let runs = """
    "runs": [
      {"text": "At l", "font": 1, "size": 11.5, "baseline": [10, 91, 30.25, 91], "mark": 4,
       "boxes": [[10, 80, 8, 12], [18, 80, 6, 12], [24, 80, 3, 12], [27, 80, 3.25, 12]]},
      {"text": "\u{05D0}\u{1F6F6}", "font": 0, "size": 9, "baseline": [40, 91, 60, 91], "vertical": true,
       "boxes": [[40, 82, 10, 9], [50, 82, 10, 9]]}]
    """

  private var characters = [
    recto_character(x: 10, y: 80, width: 8, height: 12, scalar: 0x41),
    recto_character(x: 18, y: 80, width: 6, height: 12, scalar: 0x74),
    recto_character(x: 24, y: 80, width: 3, height: 12, scalar: 0x20),
    recto_character(x: 27, y: 80, width: 3.25, height: 12, scalar: 0x6C),
    recto_character(x: 40, y: 82, width: 10, height: 9, scalar: 0x5D0),
    recto_character(x: 50, y: 82, width: 10, height: 9, scalar: 0x1F6F6),
  ]
  private var runs = [
    recto_character_run(
      x1: 10, y1: 91, x2: 30.25, y2: 91, size: 11.5, count: 4, font: 1, mark: 4, is_vertical: 0),
    recto_character_run(
      x1: 40, y1: 91, x2: 60, y2: 91, size: 9, count: 2, font: 0, mark: -1, is_vertical: 1),
  ]

  private func read() throws -> TextRuns {
    try characters.withUnsafeBufferPointer { characters in
      try runs.withUnsafeBufferPointer { runs in
        try TextRuns(
          recto_characters(
            size: UInt32(MemoryLayout<recto_characters>.size), characters: characters.baseAddress,
            character_count: characters.count, runs: runs.baseAddress, run_count: runs.count),
          with: Array("{\(Self.rest)}".utf8))
      }
    }
  }

  @Test func theyAreReadLikeJSONOfThem() throws {
    let read = try read()
    let told = try TextRuns(jsonBytes: Array("{\(Self.rest), \(Self.runs)}".utf8))
    #expect(read.index == 3 && read.fonts == told.fonts && read.rules == told.rules)
    #expect(read.runs.map(\.scalars) == told.runs.map(\.scalars))
    #expect(read.runs.map(\.boxes) == told.runs.map(\.boxes))
    #expect(read.runs.map(\.baseline) == told.runs.map(\.baseline))
    #expect(read.runs.map(\.mark) == [4, -1] && read.runs.map(\.isVertical) == [false, true])
    let size = Size(width: 100, height: 200)
    for rotation in Rotation.allCases {
      #expect(
        read.text(size: size, rotation: rotation) == told.text(size: size, rotation: rotation))
    }
  }

  @Test func impossibleOnesAreRefused() {
    func isRefused(_ change: (inout Self) -> Void) -> Bool {
      var changed = Self()
      change(&changed)
      do { _ = try changed.read() } catch { return error is JSONError }
      return false
    }
    #expect(isRefused { $0.characters[1].x = .nan })
    #expect(isRefused { $0.characters[2].width = -1 })
    #expect(isRefused { $0.characters[0].height = .nan })
    #expect(isRefused { $0.characters.removeLast() })
    #expect(isRefused { $0.runs[0].count = .max })
    #expect(isRefused { $0.runs[0].size = .infinity })
    #expect(isRefused { $0.runs[0].font = -1 })
    #expect(isRefused { $0.runs[1].mark = -2 })
    #expect(isRefused { $0.runs[1].y2 = .nan })
    #expect(!isRefused { $0.characters[0].scalar = 0xD800 })
    #expect(!isRefused { $0.characters[0].x = 1e300 })
  }

  @Test func kindsOfScalarsAreThoseOfUnicode() throws {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      try #require(isWhitespace(value) == scalar.properties.isWhitespace)
      try #require(isAlphabetic(value) == scalar.properties.isAlphabetic)
    }
  }

  @Test func wholeCharactersMakeNoOtherWithTheirNeighbors() throws {
    let scalars = (UInt32(0)...0x10FFFF).filter(isWholeCharacter).compactMap(Unicode.Scalar.init)
    for step in [1, 2, 7, 1009] {
      let row = (0..<scalars.count).map { scalars[$0 * step % scalars.count] }
      var string = ""
      string.unicodeScalars.append(contentsOf: row)
      #expect(string.count == row.count)
      #expect(!row.contains(where: isStrongRightToLeft))
    }
  }
}
