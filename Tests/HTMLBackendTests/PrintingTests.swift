import RectoBrowser
import RectoPageModel
import TestSupport
import Testing

/// The uses of the browser by other backends.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PrintingTests {
  @Test func aDocumentIsCutIntoSheets() throws {
    let text = Fixture.document(
      "<h1>Tides</h1>" + String(repeating: "<p>Low water at nine.</p>", count: 200),
      style: "@page { margin: 36pt }")
    let files = MemoryFiles(["chapters/one.html": FileBytes(Array(text.utf8))])
    let browser = try warmBrowsers.helper()
    let deadline = browser.deadline(seconds: Patience.seconds)
    let tab = try browser.makeTab(until: deadline)
    try tab.load(
      "chapters/one.html", from: ServedFiles(files), in: Viewport(width: 480, height: 720),
      until: deadline)
    let pdf = try tab.printToPDF(size: Size(width: 360, height: 540), until: deadline)
    #expect(pdf.starts(with: Array("%PDF-".utf8)))
    let sheets = String(decoding: pdf, as: UTF8.self).components(of: "/Type /Page\n")
    #expect(sheets > 5)
  }

  /// A clock that says of all its time, or of none, that the processors were others'.
  private struct BusyMachine: JobClock {
    let start = ContinuousClock.now
    var processorTime: ProcessorTime {
      ProcessorTime(waited: (ContinuousClock.now - start) / .seconds(1))
    }
  }

  /// The limit is on the page's own time; a page that had none is not to blame.
  @Test(arguments: [false, true])
  func waitingForAPageEndsByItsOwnTime(isStarved: Bool) throws {
    let browser = try Browser(isStarved ? BusyMachine() : WallClock())
    let tab = try browser.makeTab(until: browser.deadline(seconds: Patience.seconds))
    let files = MemoryFiles(["one.html": FileBytes(Array(Fixture.document("Tides").utf8))])
    try tab.load(
      "one.html", from: ServedFiles(files), in: Viewport(width: 480, height: 720),
      until: browser.deadline(seconds: Patience.seconds))
    let start = ContinuousClock.now
    let failure = #expect(throws: PageError.self) {
      try tab.evaluate("new Promise(() => {})", until: browser.deadline(seconds: 0.2))
    }
    #expect(failure?.code == (isStarved ? .busy : .limit))
    #expect(ContinuousClock.now - start >= .seconds(isStarved ? 2 : 0.2))
  }
}

extension String {
  fileprivate func components(of mark: String) -> Int {
    ranges(of: mark).count
  }
}
