import RectoPageModel
import TestSupport
import Testing

@Suite struct DescriptionListTests {
  private func read(_ lines: [(x: Int, y: Int, text: String)]) throws -> [String] {
    let content = lines.map { "BT /F1 10 Tf \($0.x) \($0.y) Td (\($0.text)) Tj ET" }
    return try text(page(PDFFixture(content.joined(separator: "\n")))).blocks
      .flatMap { $0.lines.map(\.plain) }
  }

  @Test func termsAreReadBeforeTheirTexts() throws {
    let lines = [
      (90, 180, "that ends the text of the page before it"),
      (20, 156, "files"), (90, 156, "The order of files that are read,"),
      (90, 144, "of which earlier ones are preferred"),
      (20, 120, "flags"), (90, 120, "What goes with a handler of files"),
      (20, 96, "priority"), (90, 96, "An integer from zero to nine, which"),
      (90, 84, "is five if nothing else is said"),
    ]
    #expect(try read(lines) == lines.map(\.2))
  }

  @Test func termsAboveTheirTextsAreReadBeforeThem() throws {
    let lines = [
      (20, 180, "files"), (90, 168, "The order of files that are read,"),
      (90, 156, "of which earlier ones are preferred"),
      (20, 132, "flags"), (90, 120, "What goes with a handler of files"),
    ]
    #expect(try read(lines) == lines.map(\.2))
  }

  @Test func paragraphsOfTwoEqualColumnsAreNotTerms() throws {
    let rows = [180, 168, 144, 132, 108, 96]
    let left = rows.map { (20, $0, "a line of the left column") }
    let right = rows.map { (160, $0, "a line of the right column") }
    let found = try read(left + right)
    #expect(found == (left + right).map(\.2))
  }
}
