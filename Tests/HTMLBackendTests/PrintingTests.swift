import RectoBrowser
import RectoPageModel
import TestSupport
import Testing

/// The uses of the browser by other backends.
@Suite(.oneBrowserAtATime, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PrintingTests {
  @Test func aDocumentIsCutIntoSheets() throws {
    let text = Fixture.document(
      "<h1>Tides</h1>" + String(repeating: "<p>Low water at nine.</p>", count: 200),
      style: "@page { margin: 36pt }")
    let files = MemoryFiles(["chapters/one.html": FileBytes(Array(text.utf8))])
    let browser = try Browser()
    let deadline = Deadline(seconds: Patience.seconds)
    let tab = try browser.makeTab(until: deadline)
    try tab.load(
      "chapters/one.html", from: ServedFiles(files), in: Viewport(width: 480, height: 720),
      until: deadline)
    let pdf = try tab.printToPDF(size: Size(width: 360, height: 540), until: deadline)
    #expect(pdf.starts(with: Array("%PDF-".utf8)))
    let sheets = String(decoding: pdf, as: UTF8.self).components(of: "/Type /Page\n")
    #expect(sheets > 5)
  }
}

extension String {
  fileprivate func components(of mark: String) -> Int {
    ranges(of: mark).count
  }
}
