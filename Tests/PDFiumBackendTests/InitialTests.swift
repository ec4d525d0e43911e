import RectoPageModel
import TestSupport
import Testing

@Suite(.enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
struct InitialTests {
  @Test func aLargeFirstLetterBelongsToTheFirstLineBesideIt() throws {
    // On the baseline of the second one.
    let lines = [
      (20, 148, 30, "N"), (43, 160, 10, "obody remembers"), (43, 148, 10, "the lamp of the"),
      (20, 136, 10, "harbor and its light"),
    ]
    let content = lines.map { "BT /F1 \($0.2) Tf \($0.0) \($0.1) Td (\($0.3)) Tj ET" }
    let read = try text(page(PDFFixture(content.joined(separator: "\n")))).blocks
      .flatMap { $0.lines.map(\.plain) }
    #expect(read == ["Nobody remembers", "the lamp of the", "harbor and its light"])
  }
}
