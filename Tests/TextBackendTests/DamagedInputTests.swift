import RectoPageModel
import Testing

@testable import RectoTextBackend

/// Nothing that is written into a layout or a story ends the process or hangs it.
@Suite struct DamagedInputTests {
  /// A generator with a fixed start (Knuth's MMIX constants), so that a failure comes again.
  private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  private static let pieces = [
    "{", "}", "[", "]", "\"", ":", ",", "-1", "1e308", "null", "true", "\u{0}", "\\u0000", "%",
    "\n",
    "&a ", "*a", "M0 0 A", "circle", "..", "/", "{.x}", "<ruby>", "<rt>", "</span>", "[^1]",
    "|-|-|\n",
    "> ", "- ", "```", "***", "\u{FFFC}", "\u{202E}", "![a](wave.png)", ":::\n", "---\n",
  ]

  private static func damaged(_ text: String, _ dice: inout Dice) -> [UInt8] {
    var bytes = Array(text.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &dice) {
      let begin = Int.random(in: 0..<bytes.count, using: &dice)
      let end = min(bytes.count, begin + Int.random(in: 0...20, using: &dice))
      switch Int.random(in: 0...2, using: &dice) {
      case 0: bytes.removeSubrange(begin..<end)
      case 1:
        let piece = pieces.randomElement(using: &dice) ?? ""
        bytes.replaceSubrange(begin..<begin, with: piece.utf8)
      default: bytes[begin] = UInt8.random(in: 0...255, using: &dice)
      }
      if bytes.isEmpty { return Array("{}".utf8) }
    }
    return bytes
  }

  @Test(arguments: ["layout.json", "layout.yaml"])
  func aDamagedLayoutIsReadOrRefusedInASentence(name: String) {
    var dice = Dice(state: 20_261_121)
    var refused = 0
    for _ in 0..<400 {
      let bytes = Self.damaged(exampleLayout, &dice)
      do throws(PageError) {
        let (layout, warnings) = try LayoutReader.read(bytes, name: name, files: someFiles)
        #expect(!layout.profiles.isEmpty && warnings.count <= Findings.maximumCount + 1)
      } catch {
        refused += 1
        #expect(error.message.hasPrefix(name + ":"), "\(error.message)")
        #expect([.damaged, .limit, .notFound].contains(error.code))
      }
    }
    #expect((1..<400).contains(refused))
  }

  private static let markdown = """
    ---
    title: Tides
    ---
    # The *tide* {#tide .lead}

    Off the **coast**[^1] a <span lang="ja">港</span> <ruby>漢<rt>かん</rt></ruby>.

    ![wave](wave.png "Off Dover")

    1. one
       - two

         | a | b |
         |:--|--:|
         | 1 | 2 |

    > quote `code` ~~gone~~ www.example.org

    ```swift
    let a = 1
    ```

    ::: lead

    Text

    :::

    [^1]: A *note*.
    """

  @Test func aDamagedStoryIsAlwaysAStory() throws {
    var dice = Dice(state: 4)
    for _ in 0..<1_000 {
      let bytes = Self.damaged(Self.markdown, &dice)
      let reader = StoryReader(styles: DefaultStyles.sheet, findings: Findings()) { _ in
        Size(width: 10, height: 10)
      }
      let path = try RelativePath("story.md")
      let read = try reader.read(path, from: MemoryFiles(["story.md": FileBytes(bytes)]))
      for paragraph in read.paragraphs {
        #expect(paragraph.text.runs.last?.range.upperBound ?? 0 == paragraph.text.units.count)
      }
      for heading in read.headings {
        #expect(read.story.items.indices.contains(heading.item))
      }
    }
  }
}
