import Foundation
import FoundationXML
import RectoJSON
import RectoPageModel
import RectoSnapshots
import SeededPages
import Testing

/// The reports of a run for people and programs.
@Suite struct ReportTests {
  /// A page that passed, one that failed with a hostile word, one without a golden, a broken one.
  private func report() throws -> SnapshotReport {
    var before = Canvas(width: 40, height: 30) { _, _ in .white }
    let golden = before.bitmap
    before.fill(5..<9, 5..<9, .black)
    var failed = PageOutcome(page: 1, device: "phone", status: .failed)
    var result = PageSnapshot(picture: golden).compare(
      with: PageSnapshot(picture: before.bitmap))
    result.changes.append(
      Change(.textReplaced(from: "<script>alert(1)</script>", to: "\"&\u{1}")))
    failed.result = result
    try failed.keepPictures(golden: golden, current: before.bitmap)
    var report = SnapshotReport(source: "issue <1>.pdf")
    report.outcomes = [
      PageOutcome(page: 0, device: "phone", status: .passed), failed,
      PageOutcome(page: 2, device: "phone", status: .missing),
      PageOutcome(page: 3, device: "page", status: .broken(PageError(.damaged, "no <page>"))),
    ]
    report.dead = [DeadGolden(path: "phone/page-0009.png", key: nil)]
    report.gone = [
      GoldenKey(device: "phone", page: 7), GoldenKey(device: "phone", page: 7, platform: "linux-a"),
      GoldenKey(device: "page", page: 7),
    ]
    return report
  }

  @Test func theHTMLFileNeedsNothingElse() throws {
    let html = String(decoding: HTMLReport(try report()).bytes, as: UTF8.self)
    #expect(html.contains("<meta http-equiv=\"Content-Security-Policy\""))
    for reference in ["http://", "https://", " href=", "src=\"/", "@import", "url("] {
      #expect(!html.contains(reference), "\(reference)")
    }
    #expect(html.components(separatedBy: "src=\"data:image/png;base64,").count == 4)
    #expect(html.contains("phone/page-0009.png"))
    #expect(!html.contains("approve\" type"))
  }

  @Test func textOfASourceStaysTextInTheReport() throws {
    let html = String(decoding: HTMLReport(try report()).bytes, as: UTF8.self)
    #expect(!html.contains("<script>alert"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(html.contains("issue &lt;1&gt;.pdf"))
  }

  @Test func theJUnitFileIsXMLWithACaseAPage() throws {
    let parser = XMLParser(data: Data(try report().junit.utf8))
    let reader = JUnitReader()
    parser.delegate = reader
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(reader.elements["testsuite"] == 2)
    #expect(reader.elements["testcase"] == 6)
    #expect(reader.elements["failure"] == 4)
    #expect(try report().junit.contains("page 8 on phone: the page no longer exists"))
    #expect(reader.elements["error"] == 1)
  }

  @Test func theJSONFormIsTheDocumentedOne() throws {
    let bytes = JSONWriter.bytes(of: try report())
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(Set(json.keys) == ["source", "passes", "pages", "gone", "dead"])
    let pages = try #require(json["pages"] as? [[String: Any]])
    #expect(pages.map { $0["status"] as? String } == ["passed", "failed", "missing", "broken"])
    let changes = try #require(pages[1]["changes"] as? [[String: Any]])
    #expect(changes.first?["kind"] as? String == "shape-added")
    #expect(changes.first?["box"] as? [Int] == [5, 5, 4, 4])
  }

  @Test func theSummaryCountsPages() throws {
    #expect(try report().summary == "4 pages: 1 passed, 1 failed, 1 missing, 1 broken, 2 gone")
  }
}

private final class JUnitReader: NSObject, XMLParserDelegate {
  var elements: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
  }
}
