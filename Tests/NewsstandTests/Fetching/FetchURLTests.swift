import Testing

@testable import RectoNewsstand

struct FetchURLTests {
  @Test(arguments: [
    "", "ftp://example.org/a", "gopher://example.org", "javascript:alert(1)", "example.org/a",
    "/etc/passwd", "http://user@example.org/", "http://user:word@example.org/",
    "http://:word@example.org/",
    "http://example.org:0/", "http://example.org:65536/", "http://",
    "http://example.org/\r\nX: y", "http://example.org/\u{0}", "http://exa mple.org/",
    "http://example.org/" + String(repeating: "a", count: 8192),
  ])
  func whatIsNotFetchedIsRefused(text: String) {
    let error = #expect(throws: NewsstandError.self) { _ = try FetchURL(text) }
    #expect(error?.code == .refused)
    #expect(error?.message.contains { $0.isNewline } == false)
  }

  @Test func spacesAndLettersAreEncoded() throws {
    #expect(
      try FetchURL("http://Example.org/Issue 1/é.zip").text
        == "http://Example.org/Issue%201/%c3%a9.zip")
    #expect(
      try FetchURL("http://example.org/a%20b?c=d%2F").text == "http://example.org/a%20b?c=d%2F")
    #expect(try FetchURL("http://Example.org/").host == "example.org")
    #expect(try FetchURL("http://[::1]:80/").host == "::1")
    #expect(try FetchURL("file:///a%20b").path == "/a b")
  }

  @Test func aReferenceIsResolved() throws {
    let base = try FetchURL("https://example.org/a/b?c")
    #expect(try base.resolved("../d").text == "https://example.org/d")
    #expect(try base.resolved("//other.org/x").text == "https://other.org/x")
    #expect(throws: NewsstandError.self) { try base.resolved("data:,x") }
  }

  @Test func aSentenceHasNoQuery() throws {
    #expect(try !FetchURL("https://example.org/a?token=secret").shown.contains("secret"))
  }
}
