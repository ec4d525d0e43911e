import Foundation
import RectoNewsstand
import TestSupport
import Testing

/// Catalogs as publishers write them.
struct LooseCatalogTests {
  private func read(_ text: String) throws(NewsstandError) -> Catalog {
    try readCatalog(Array(text.utf8), url: "https://example.org/mag/info.xml")
  }

  private func date(_ text: String, language: String = "") throws -> (String?, [String]) {
    let catalog = try read(
      "<m><issue><id>1</id><language>\(language)</language><date>\(text)</date><zip>1.zip</zip></issue></m>"
    )
    return (try #require(catalog.issues.first).date?.text, catalog.problems)
  }

  @Test(arguments: [
    ("Oct. 2011", "2011-10"), ("2011/10/01", "2011-10-01"), ("1 October 2011", "2011-10-01"),
    ("October 1st, 2011", "2011-10-01"), ("Sat, 01 Oct 2011 06:00:00 GMT", "2011-10-01T06:00:00Z"),
    ("Sat, 01 Oct 2011 06:00:00 +0200", "2011-10-01T04:00:00Z"),
    ("01 Oct 2011 06:00 EST", "2011-10-01T11:00:00Z"), ("Sept 2011", "2011-09"),
    ("1.10.2011", "2011-10-01"), ("25/12/2011", "2011-12-25"), ("12/25/2011", "2011-12-25"),
    ("11/11/2011", "2011-11-11"), ("2011/10", "2011-10"), ("10/2011", "2011-10"),
    ("20111001", "2011-10-01"), ("Oct/Nov 2011", "2011-10"), ("2011", "2011"),
    ("OCTOBER 2011", "2011-10"), ("1. März 2012", "2012-03-01"), ("mars 2012", "2012-03"),
    ("3 de marzo de 2012", "2012-03-03"), ("1 марта 2012", "2012-03-01"),
    ("maaliskuu 2012", "2012-03"),
    ("Sat, 01 Oct 2011 06:00:00 -0500", "2011-10-01T11:00:00Z"),
    ("1 October 2011 06:00 -05:00", "2011-10-01T11:00:00Z"),
    ("2011/10/01 6:00 PM", "2011-10-01T18:00:00Z"),
    ("10/25/2011 6:00:30 p.m. EST", "2011-10-25T23:00:30Z"),
    ("October 1, 2011 12:30 AM", "2011-10-01T00:30:00Z"),
    ("1 October 2011 12:30 pm", "2011-10-01T12:30:00Z"),
    ("6:15 1 October 2011", "2011-10-01T06:15:00Z"),
    ("Sat Oct 01 2011 06:00:00 GMT+0200 (CEST)", "2011-10-01T04:00:00Z"),
    ("Sat Oct  1 06:00:00 EDT 2011", "2011-10-01T10:00:00Z"),
    ("2011/10/01T06:00:00.250Z", "2011-10-01T06:00:00Z"),
    ("1. Oktober 2011, 06:00 Uhr", "2011-10-01"), ("1 October 2011 06:00 CEST", "2011-10-01"),
  ])
  func datesAreRead(text: String, shown: String) throws {
    let (found, problems) = try date(text)
    #expect(found == shown && problems.isEmpty, "\(problems)")
  }

  @Test(arguments: [
    ("1. Oktober 2011", "de", "2011-10-01"), ("octobre 2011", "fr", "2011-10"),
    ("3 de marzo de 2012", "es", "2012-03-03"), ("listopad 2012", "pl", "2012-11"),
    ("listopad 2012", "hr", "2012-10"),
  ])
  func datesAreReadInTheIssuesLanguage(text: String, language: String, shown: String) throws {
    #expect(try date(text, language: language).0 == shown)
  }

  @Test(arguments: [
    "10/11/2011", "soon", "99999-01-01", "1 October 99999", "31 February 2011", "2011/13/01",
    "10/11/2011 6:00 p.m.", "Spring", "listopad 2012", "1e400", "12345678901234567890",
    "Sat, 01 Oct 2011 99:99:99 GMT",
  ])
  func aDateThatCannotBeReadCostsTheDateAndNoMore(text: String) throws {
    let (found, problems) = try date(text)
    #expect(found == nil)
    #expect(problems.count == 1 && problems[0].contains("its date"), "\(problems)")
  }

  @Test func namesAndNestingThatPublishersUsed() throws {
    let catalog = try read(
      """
      <magazine><name>Harbor</name><description><![CDATA[<p>Boats &amp; <b>tides</b></p>]]></description>
       <subscription><price>19.99 EUR</price><product>harbor.year</product></subscription>
       <issues><issue id="12"><title>Tides</title><date>Nov. 2026</date>
         <cover><path>c/12.jpg</path></cover><path>z/12.zip</path>
         <purchase><price>2.99 EUR</price><product>harbor.12</product></purchase></issue>
        <issue><number>11</number><title>Ropes</title><cover_path>c/11.jpg</cover_path>
         <zip_path>z/11.zip</zip_path><free>yes</free></issue></issues></magazine>
      """)
    #expect(catalog.problems.isEmpty && catalog.title == "Harbor")
    #expect(catalog.summary == "Boats & tides")
    #expect(catalog.subscriptionProductID == "harbor.year")
    #expect(catalog.subscriptionPrice == "19.99 EUR")
    #expect(catalog.issues.map(\.id.text) == ["12", "11"])
    #expect(catalog.issues.map { $0.cover?.url.suffix(6) } == ["12.jpg", "11.jpg"])
    #expect(catalog.issues.map { $0.content.first?.url.suffix(6) } == ["12.zip", "11.zip"])
    #expect(catalog.issues[0].price == "2.99 EUR" && catalog.issues[0].productID == "harbor.12")
    #expect(catalog.issues.map(\.isFree) == [false, true])
  }

  @Test(arguments: [
    ("<p>Boats</p><p>and <i>tides</i></p>", "Boats and tides"),
    ("Boats<br>and tides", "Boats and tides"),
    ("<script>alert(1)</script><style>p { color: red }</style><b>Boats</b>", "Boats"),
    ("<ul><li>Boats</li><li>Tides</li></ul>", "Boats Tides"),
    ("<head><title>Harbor</title></head><body>Boats</b></body>", "Boats"),
    (String(repeating: "<div>", count: 5_000) + "Boats</div>", nil),
  ])
  func markupInADescriptionIsLeftOut(markup: String, shown: String?) throws {
    let catalog = try read(
      "<magazine><name>Harbor</name><description><![CDATA[\(markup)]]></description>"
        + "<issues><issue id=\"1\"><zip>1.zip</zip></issue></issues></magazine>")
    if let shown { #expect(catalog.summary == shown) }
    #expect(catalog.issues.count == 1)
  }

  @Test func twoMagazinesOfOneFileMayHaveTheSameNumbers() throws {
    let catalog = try read(
      """
      <magazines><magazine><name>Harbor</name><issues>
        <issue><id>1</id><zip>h1.zip</zip></issue></issues></magazine>
       <magazine><name>Nets</name><issues>
        <issue><id>1</id><zip>n1.zip</zip></issue></issues></magazine></magazines>
      """)
    #expect(catalog.problems.isEmpty)
    #expect(catalog.issues.map(\.publication) == ["Harbor", "Nets"])
    #expect(Set(catalog.issues.map(\.id)).count == 2)
    #expect(catalog.issues.map(\.catalogID) == ["1", "1"])
  }

  @Test(arguments: [
    ("Tom's Boats (Winter)", "Tom~27s Boats ~28Winter~29"), ("2024/3", "2024~2F3"),
    ("Issue: 3", "Issue~3A 3"), ("..", "~2E."), ("港の新聞 3", "港の新聞 3"),
    ("urn:uuid:{12}", "urn:uuid:%7B12%7D"), ("https://example.org/é", "https://example.org/%C3%A9"),
    ("urn:x:1", "urn:x:1"), ("a~b", "a~b"),
  ])
  func anIDMayBeAnyText(text: String, id: String) throws {
    let catalog = try read("<m><issue><id>\(text)</id><zip>1.zip</zip></issue></m>")
    #expect(catalog.issues.map(\.id.text) == [id] && catalog.problems.isEmpty)
    #expect(try IssueID(id).text == id)
  }

  @Test func anOptionalFieldThatCannotBeUsedCostsThatFieldAlone() throws {
    let catalog = try read(
      """
      <m><issue><id>1</id><zip>1.zip</zip><size>12 MB</size><cover>data:image/png;base64,AAAA</cover>
       <cover_image>c.jpg</cover_image><thumbnail>data:image/png;base64,AAAA</thumbnail></issue></m>
      """)
    let issue = try #require(catalog.issues.first)
    #expect(issue.cover?.url == "https://example.org/mag/c.jpg" && issue.thumbnail == nil)
    #expect(issue.content.map(\.size) == [nil])
    #expect(catalog.problems.count == 3, "\(catalog.problems)")
    #expect(catalog.problems.allSatisfy { $0.contains("it is left out") })
  }

  @Test func anEmptyFieldDoesNotHideTheNextName() throws {
    let catalog = try read(
      "<m><issue><id>1</id><zip></zip><zip_path>1.zip</zip_path><authors/><author>A</author></issue></m>"
    )
    let issue = try #require(catalog.issues.first)
    #expect(issue.content.map(\.url) == ["https://example.org/mag/1.zip"])
    #expect(issue.authors == ["A"] && catalog.problems.isEmpty)
  }

  @Test func emptyLinesBeforeTheDeclarationOfXMLAreSkipped() throws {
    let catalog = try read(
      "\u{FEFF}\r\n\n<?xml version=\"1.0\"?><m><issue><id>1</id><zip>1.zip</zip></issue></m>")
    #expect(catalog.issues.map(\.id.text) == ["1"])
  }

  @Test(arguments: ["Ⓑeta", String(repeating: "e\u{301}", count: 600), "👩‍🚀 \u{200D}", "🚢"])
  func anIDOfASecondPublicationCanBeRead(publication: String) throws {
    let long = String(repeating: "é", count: 500)
    let catalog = try read(
      """
      <ms><magazine><name>Alpha</name><issues><issue><id>1</id><zip>a</zip></issue>
       <issue><id>\(long)</id><zip>a</zip></issue></issues></magazine>
       <magazine><name>\(publication)</name><issues><issue><id>1</id><zip>b</zip></issue>
       <issue><id>\(long)</id><zip>b</zip></issue></issues></magazine></ms>
      """)
    #expect(Set(catalog.issues.map(\.id)).count == 4)
    for issue in catalog.issues { #expect(try IssueID(issue.id.text) == issue.id) }
  }

  @Test func tenThousandCategoriesAreBounded() throws {
    let subjects = (1...10_000).map { "<item>subject \($0)</item>" }.joined()
    let catalog = try read(
      "<m><issue><id>1</id><zip>1.zip</zip><subjects>\(subjects)</subjects></issue></m>")
    #expect(catalog.issues.first?.subjects.count == 1_000)
  }

  @Test func manyDatesInManyLanguagesAreBounded() throws {
    let issues = (0..<2_000).map { number in
      "<issue><id>\(number)</id><zip>1.zip</zip><language>x\(number % 700)a</language><date>soon \(number)</date></issue>"
    }
    let catalog = try read("<m>\(issues.joined())</m>")
    #expect(catalog.issues.count == 2_000 && catalog.problems.count <= 101)
  }
}
