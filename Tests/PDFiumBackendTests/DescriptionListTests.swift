import RectoPageModel
import TestSupport
import Testing

@Suite(.enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
struct DescriptionListTests {
  @Test func termsAreReadBeforeTheirTexts() throws {
    let lines = [
      (90, 180, "that ends the text of the page before it"),
      (20, 156, "files"), (90, 156, "The order of files that are read,"),
      (90, 144, "of which earlier ones are preferred"),
      (20, 120, "flags"), (90, 120, "What goes with a handler of files"),
      (20, 96, "priority"), (90, 96, "An integer from zero to nine, which"),
      (90, 84, "is five if nothing else is said"),
    ]
    let content = lines.map { "BT /F1 10 Tf \($0.0) \($0.1) Td (\($0.2)) Tj ET" }
    let read = try text(page(PDFFixture(content.joined(separator: "\n")))).blocks
      .flatMap { $0.lines.map(\.plain) }
    #expect(read == lines.map(\.2))
  }
}
