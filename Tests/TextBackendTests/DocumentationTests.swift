import Foundation
import Testing

@testable import RectoTextBackend

@Suite struct DocumentationTests {
  private func article() throws -> String {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: folder.appendingPathComponent("docs/layout.md"), encoding: .utf8)
  }

  @Test func theLayoutOfTheDocumentationHasNoMistake() throws {
    let text = try article()
    let begin = try #require(text.range(of: "```json layout\n")).upperBound
    let end = try #require(text[begin...].range(of: "```")).lowerBound
    let folder = files(["harbor.md": "Text", "buoy.png": ""])
    let (layout, warnings) = try read(String(text[begin..<end]), files: folder)
    #expect(warnings == [])
    #expect(layout.profiles.map(\.name) == ["default", "landscape"])
  }

  @Test func everyDefaultStyleIsDocumented() throws {
    let text = try article()
    let headings = (1...6).map { "heading\($0)" }
    for name in DefaultStyles.sheet.styles.keys where !headings.contains(name) {
      #expect(text.contains("`\(name)`"), "\(name)")
    }
  }
}
