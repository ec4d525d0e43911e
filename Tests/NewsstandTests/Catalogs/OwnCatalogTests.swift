import Foundation
import RectoNewsstand
import TestSupport
import Testing

struct OwnCatalogTests {
  private func read(_ text: String) throws(NewsstandError) -> Catalog {
    try readCatalog(Array(text.utf8), url: "https://example.org/shelf/catalog.json")
  }

  private func read(issue members: String) throws(NewsstandError) -> Catalog {
    try read(
      #"{"version":1,"issues":[{"id":"good","url":"g.pdf"},{"id":"other","title":"Bad",\#(members)}]}"#
    )
  }

  @Test func whatAnIssueSaysIsThere() throws {
    let catalog = try read(
      """
      {"version": 1, "title": "Harbor", "next": "more.json", "issues": [{
        "id": "harbor-12", "title": "Tides", "titles": {"de": "Gezeiten"}, "publication": "Harbor",
        "number": "12", "date": "2026-11-22", "summary": "The\\n sea.", "authors": ["A", "B"],
        "language": "en", "subjects": ["boats"], "contents": ["One", "Two"],
        "cover": "c/12.jpg", "thumbnail": {"url": "/t/12.jpg", "type": "image/jpeg", "size": 5},
        "previews": ["p.pdf"], "url": "../i/12.pdf", "type": "application/pdf", "size": 100,
        "sha256": "\(String(repeating: "Ab", count: 32))", "assets": ["https://cdn.example/a b.mp4"],
        "price": "2.99 EUR", "productID": "org.example.12"}]}
      """)
    #expect(catalog.format == .json && catalog.title == "Harbor" && catalog.problems.isEmpty)
    #expect(catalog.next == "https://example.org/shelf/more.json")
    let issue = try #require(catalog.issues.first)
    #expect(issue.id.text == "harbor-12" && issue.title == "Tides")
    #expect(issue.title(in: ["de"]) == "Gezeiten")
    #expect(issue.publication == "Harbor" && issue.number == "12")
    #expect(issue.date?.text == "2026-11-22" && issue.summary == "The sea.")
    #expect(issue.authors == ["A", "B"] && issue.subjects == ["boats"])
    #expect(issue.language == "en" && issue.contents == ["One", "Two"])
    #expect(issue.cover == IssueAsset(url: "https://example.org/shelf/c/12.jpg"))
    #expect(
      issue.thumbnail
        == IssueAsset(url: "https://example.org/t/12.jpg", mediaType: "image/jpeg", size: 5))
    #expect(issue.previews.map(\.url) == ["https://example.org/shelf/p.pdf"])
    #expect(
      issue.content == [
        IssueAsset(
          url: "https://example.org/i/12.pdf", mediaType: "application/pdf", size: 100,
          sha256: String(repeating: "ab", count: 32)),
        IssueAsset(url: "https://cdn.example/a%20b.mp4"),
      ])
    #expect(issue.price == "2.99 EUR" && issue.productID == "org.example.12" && !issue.isFree)
  }

  @Test(arguments: [
    (#""url":"x","size":-1"#, "size is “-1”"), (#""url":"x","size":null"#, "size: it is null"),
    (#""url":"x","size":1.5"#, "size is not a whole number"),
    (#""url":"x","size":9007199254740992"#, "size"),
    (#""url":"x","sha256":"00""#, "SHA-256"), (#""url":"ftp://example.org/x""#, "http"),
    (#""url":"https://a:b@example.org/x""#, "user"), (#""url":"https://example.org:0/x""#, "port"),
    (#""url":"https:///x""#, "host"), (#""url":"https://exa mple.org/x""#, "host"),
    (#""url":"a\nb""#, "control"), (#""title2":"t""#, "no url"), (#""url":7"#, "url"),
    (#""url":"x","cover":{"type":"image/png"}"#, "url is missing"),
  ])
  func aBadEntryIsNamedAndTheOthersAreListed(entry: (members: String, word: String)) throws {
    let catalog = try read(issue: entry.members)
    #expect(catalog.issues.map(\.id.text) == ["good"])
    let problem = try #require(catalog.problems.first)
    #expect(catalog.problems.count == 1 && problem.hasPrefix("issue 2 (“Bad”): "), "\(problem)")
    #expect(problem.contains(entry.word), "\(problem)")
  }

  @Test func theSecondOfTwoIssuesWithOneIDIsAProblem() throws {
    let catalog = try read(
      #"{"version":1,"issues":[{"id":"a","title":"1","url":"1"},{"id":"a","title":"2","url":"2"}]}"#
    )
    #expect(catalog.issues.map(\.title) == ["1"])
    #expect(catalog.problems == ["issue 2 (“2”): its id “a” is also that of an earlier issue"])
  }

  @Test func aCatalogWithoutAGoodEntryIsAnErrorThatNamesTheFirst() throws {
    let error = #expect(throws: NewsstandError.self) {
      _ = try read(#"{"version":1,"issues":[{"id":"..","url":"x"},{"id":"a/b","url":"x"}]}"#)
    }
    #expect(
      error?.message
        == "no issue of the catalog can be listed: issue 1 (“..”): the id “..” is neither a URI nor a "
        + "plain name, and 1 more")
  }

  @Test func aPublisherMayHaveNoIssuesYet() throws {
    #expect(try read(#"{"version":1,"title":"New","issues":[]}"#).issues.isEmpty)
  }

  @Test(arguments: [
    ("", "empty"), ("  \n", "empty"), ("[]", "empty list"), ("null", "neither"),
    ("[[1]]", "name and a url"),
    (#"{"a":1}"#, "without"), (#"{"version":2,"issues":[]}"#, "version 2"),
    (#"{"issues":[]}"#, "version"),
    (#"{"version":1,"issues":{}}"#, "array"), ("<html><p>Log in</html>", "web page"),
    ("<!DOCTYPE html><p>", "web page"), ("<rss/>", "RSS"), ("<a><b/></a>", "“a”"),
    ("<a>", "well-formed"),
    ("bplist00", "cut off"), (#"{"version":1,"issues":["#, "not JSON"),
  ])
  func whatIsNoCatalogIsSaidToBeNone(content: (text: String, word: String)) throws {
    let error = #expect(throws: NewsstandError.self) { _ = try read(content.text) }
    #expect(error?.code == .badCatalog)
    #expect(error?.message.contains(content.word) == true, "\(error?.message ?? "")")
  }

  @Test func moreThanTheLimitIsTooLarge() {
    let error = #expect(throws: NewsstandError.self) {
      _ = try readCatalog([UInt8](repeating: 0x20, count: CatalogLimits.bytes + 1), url: "")
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func relativeURLsOfACatalogOnDiskStayBelowItsFolder() throws {
    func url(_ text: String) throws -> String? {
      try readCatalog(
        Array(#"{"version":1,"issues":[{"id":"a","url":"\#(text)"}]}"#.utf8),
        url: "file:///srv/shelf/catalog.json"
      ).issues.first?.content.first?.url
    }
    #expect(try url("i/1.pdf") == "file:///srv/shelf/i/1.pdf")
    for text in ["../x", "/etc/passwd", "file:///srv/shelf/x", "//host/x", "i/%2e%2e/%2e%2e/x"] {
      #expect(throws: NewsstandError.self, "\(text)") { _ = try url(text) }
    }
  }
}
