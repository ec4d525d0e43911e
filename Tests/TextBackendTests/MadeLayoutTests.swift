import Foundation
import RectoJSON
import RectoPageModel
import RectoTextBackend
import TestSupport
import Testing

/// Layouts that a seed makes lose no letter: each is on one page, in order, or counted as overset.
@Suite struct MadeLayoutTests {
  @Test(arguments: 1...40)
  func everyLetterOfALayoutIsOnAPageOrOverset(seed: Int) throws {
    try check(seed)
  }

  @Test(.soak, arguments: 41...340)
  func everyLetterOfManyLayoutsIsOnAPageOrOverset(seed: Int) throws {
    try check(seed)
  }

  private func check(_ seed: Int) throws {
    let made = MadeLayout(seed: UInt64(seed))
    let folder = try temporaryFolder()
    try folder.write(Array(made.json.utf8), to: "layout.json")
    try folder.write(Array(made.story.utf8), to: "story.md")
    let source = Source(
      path: folder.path, content: .folder(entries: ["layout.json", "story.md"]))
    let publication = try TextBackend().open(source, options: OpenOptions())
    let words = try (0..<publication.pageCount).flatMap { index in
      try #require(try publication.page(at: index) as? any TextPage).text().blocks
        .flatMap { $0.lines.flatMap(\.words) }
    }
    let found = letters(words.map(\.text).joined())
    let wanted = letters(made.story)
    if found != wanted {
      let isPrefix = wanted.starts(with: found)
      let warning = publication.info.warnings.first { $0.code == "overset" }
      #expect(isPrefix && warning != nil, "\(made.json)")
    }
    // Nothing stands further out of its frame than one letter of it is wide.
    for word in words {
      #expect(
        word.box.minX >= made.frame.minX - made.largestLetter
          && word.box.maxX <= made.frame.maxX + made.largestLetter,
        "\(word.text) at \(word.box): \(made.json)")
    }
  }

  private func letters(_ text: String) -> [Character] {
    text.filter { $0.isLetter || $0.isNumber }
  }
}

/// A page with one frame of many shapes and sizes, for a story in one of several scripts.
private struct MadeLayout {
  var json = ""
  var story = ""
  /// In points of the page.
  var frame = Rect(x: 40, y: 40, width: 340, height: 515)
  /// In points.
  var largestLetter = 0.0

  private static let words = [
    "the sea comes and goes nobody in the harbor knows why responsibility",
    "η θάλασσα έρχεται φεύγει",
    "البحر يأتي ويذهب ولا أحد في الميناء يعرف", "海は来て去る 港の誰も知らない それがここで", "море приходит и уходит",
  ].map { $0.split(separator: " ") }

  /// None for a frame that is its box.
  private static func shapes(_ frame: Rect) -> [String] {
    let (width, height) = (frame.width, frame.height)
    return [
      "ellipse", "circle", "M0 0H\(width)L\(width / 2) \(height)Z",
      "M0 0H\(width)V\(height / 3)H\(width / 3)V\(height)H0Z",
      "M0 0H\(width)V\(height)H0ZM\(width / 3) \(height / 3)h\(width / 3)v\(height / 3)h-\(width / 3)Z",
      "M\(width / 2) 0L\(width) \(height)H0Z",
    ]
  }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = Self.words[Int.random(in: 0..<Self.words.count, using: &random)]
    if Bool.random(using: &random) {
      story = "# " + words.prefix(3).joined(separator: " ") + "\n\n"
    }
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let count = Int.random(in: 1...40, using: &random)
      story += (0..<count).map { _ in String(words.randomElement(using: &random) ?? "") }
        .joined(separator: " ")
      story += "\n\n"
    }
    let size = [6, 8, 10, 12, 16, 20, 28, 40, 60].randomElement(using: &random) ?? 10
    let heading = [12, 28, 60].randomElement(using: &random) ?? 12
    largestLetter = Double(max(size, heading)) * 1.2
    var members = [
      #""thread": "s""#, "\"columns\": \(Int.random(in: 1...6, using: &random))",
      "\"column-gap\": \(Int.random(in: 0...30, using: &random))",
    ]
    if Int.random(in: 0..<3, using: &random) == 0 {
      frame = Rect(
        x: Double(Int.random(in: 0...120, using: &random)), y: 60,
        width: Double([20, 60, 120, 300].randomElement(using: &random) ?? 60),
        height: Double([30, 100, 300].randomElement(using: &random) ?? 100))
      members += [
        "\"x\": \(frame.x)", "\"y\": \(frame.y)", "\"width\": \(frame.width)",
        "\"height\": \(frame.height)",
      ]
      if let shape = Self.shapes(frame).randomElement(using: &random) {
        members.append(#""shape": "\#(shape)""#)
      }
    }
    var frames = "{\(members.joined(separator: ", "))}"
    if Int.random(in: 0..<4, using: &random) == 0 {
      // The text goes on in a second frame, which lies over a part of the first one's column.
      let second = Rect(
        x: frame.minX, y: frame.maxY + 10, width: frame.width / 2, height: frame.height / 3)
      frames += """
        , {"thread": "s", "x": \(second.x), "y": \(second.y), "width": \(second.width), \
        "height": \(second.height), "shape": "circle"}
        """
    }
    let width = Int.random(in: 20...200, using: &random)
    let exclusions =
      Bool.random(using: &random)
      ? #", "exclusions": [{"x": 100, "y": 100, "width": \#(width), "height": 90}]"# : ""
    json = """
      {"size": {"width": 420, "height": 595}, "margins": 40, "stories": {"s": "story.md"},
       "styles": {"body": {"font-size": \(size), "line-height": "\(size * 5 / 4)pt"},
                  "heading1": {"font-size": \(heading), "line-height": "\(heading * 5 / 4)pt"}},
       "pages": [{"repeat": true, "frames": [\(frames)]\(exclusions)}]}
      """
  }
}
