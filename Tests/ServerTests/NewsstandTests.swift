import Foundation
import TestSupport
import Testing

/// A library behind `recto serve`, with a store on a web server.
@Suite(.enabled(if: program("python3") != nil, "python3 serves the catalog"), .usesBrowser)
struct NewsstandTests {
  private typealias JSON = [String: Any]

  private let folder: TemporaryFolder
  private let store: StaticServer

  init() async throws {
    folder = try temporaryFolder()
    for (number, words) in [(1, "marker1 harbor"), (2, "marker2 lighthouse")] {
      try folder.write(
        Array("---\ntitle: Tide \(number)\n---\n\n# Tide \(number)\n\n\(words)\n".utf8),
        to: "issues/tide-\(number).md")
      try folder.write(
        Array("{\"id\": \"tide-\(number)\", \"date\": \"2020-01-0\(number)\"}".utf8),
        to: "issues/tide-\(number).md.issue.json")
    }
    // Served from before there is anything in it.
    try folder.write([], to: "site/.keep")
    store = try await StaticServer(folder.path("site"))
    try await publish()
    let added = try await runRecto([
      "store", "add", "--library", folder.path("library"), store.url + "catalog.json",
    ])
    try #require(added.status == 0, "\(added.errors)")
  }

  private func publish() async throws {
    let published = try await runRecto([
      "publish", folder.path("issues"), "--catalog", folder.path("site"),
    ])
    try #require(published.status == 0, "\(published.errors)")
  }

  private func serve() async throws -> ServedShelf {
    try await ServedShelf("--library", folder.path("library"))
  }

  private func issues(_ shelf: ServedShelf) async throws -> [JSON] {
    try #require(try await shelf.json("/api/1/newsstand")["issues"] as? [JSON])
  }

  private func post(
    _ path: String, _ shelf: ServedShelf, _ fields: String..., body: String = ""
  ) async throws -> Answer {
    try await shelf.answer(
      "/api/1/newsstand/\(path)", method: "POST", fields.joined(separator: "\r\n"), body: body)
  }

  /// Waits until the latest issue is installed, or cannot be.
  private func expectInstalled(_ shelf: ServedShelf) async throws {
    func state() async throws -> String? { try await issues(shelf)[0]["state"] as? String }
    try await until("the issue is downloaded") {
      ["installed", "failed"].contains(try await state())
    }
    #expect(try await state() == "installed")
  }

  @Test func anIssueIsDownloadedReadAndRemoved() async throws {
    let shelf = try await serve()
    let latest = try #require(try await issues(shelf).first)
    #expect(latest["id"] as? String == "tide-2" && latest["state"] as? String == "notDownloaded")
    let key = try #require(latest["key"] as? String)
    #expect(try await shelf.answer("/api/1/newsstand/issues/\(key)/cover").status == 200)

    #expect(try await post("issues/\(key)/download", shelf, "Accept: */*").status == 204)
    try await expectInstalled(shelf)
    let here = try await issues(shelf)[0]
    #expect(here["new"] as? Bool == true && here["actions"] as? [String] == ["read", "archive"])
    let id = try #require(here["read"] as? String)
    #expect(try await shelf.answer("/api/1/publications/\(id)/pages/0/image.png").status == 200)
    let hits = try await shelf.json("/api/1/newsstand/search?q=lighthouse")["hits"] as? [JSON]
    #expect(hits?.compactMap { $0["publication"] as? String } == [id])

    #expect(try await post("issues/\(key)/download", shelf, "Accept: */*").status == 409)
    #expect(try await post("issues/\(key)/read", shelf, "Accept: */*").status == 204)
    #expect(try await issues(shelf)[0]["new"] as? Bool == false)
    #expect(try await post("issues/\(key)/archive", shelf, "Accept: */*").status == 204)
    #expect(try await issues(shelf)[0]["state"] as? String == "archived")
    #expect(try await post("issues/0123/download", shelf, "Accept: */*").status == 404)
  }

  @Test func pagesOfOtherSitesMayHaveNothingDone() async throws {
    let shelf = try await serve()
    #expect(try await post("refresh", shelf, "Origin: https://other.example").status == 403)
    #expect(try await post("refresh", shelf, "Origin: null").status == 403)
    #expect(try await post("refresh", shelf, "Origin: http://localhost").status == 204)
  }

  @Test func aPushStartsTheDownloadOfNewIssues() async throws {
    let subscribed = try await runRecto([
      "library", "subscribe", "--every", "0", "--library", folder.path("library"),
      store.url + "catalog.json",
    ])
    #expect(subscribed.status == 0, "\(subscribed.errors)")
    let shelf = try await serve()
    try folder.write(Array("# Tide 3\n\nmarker3\n".utf8), to: "issues/tide-3.md")
    try folder.write(
      Array("{\"id\": \"tide-3\", \"date\": \"2099-01-03\"}".utf8),
      to: "issues/tide-3.md.issue.json")
    try await publish()
    let type = "Content-Type: application/json"
    #expect(try await post("push", shelf, type, body: "{\"aps\": {}}").text.contains("ignored"))
    let push = "{\"aps\": {\"content-available\": 1}}"
    let answer = try await post("push", shelf, type, body: push)
    #expect(answer.status == 200 && answer.text.contains("tide-3"), "\(answer.text)")
    try await expectInstalled(shelf)
    // The known payload with a comma too many: the client is told what is wrong.
    let bad = try await post("push", shelf, type, body: "{\"aps\": {\"content-available\": 1,}}")
    #expect(bad.status == 400, "\(bad.text)")
    #expect(bad.text.contains("the push payload cannot be read"))
    let long = String(repeating: " ", count: 6_000)
    #expect(try await post("push", shelf, type, body: push + long).status == 413)
  }

  @Test func aServerWithoutALibraryHasNoNewsstand() async throws {
    let shelf = try await ServedShelf(folder.path("issues"))
    #expect(try await shelf.answer("/api/1/newsstand").status == 404)
    #expect(try await post("refresh", shelf, "Accept: */*").status == 404)
  }

  @Test(.enabled(if: testPython != nil, Comment(rawValue: needsPython)))
  func theShelfShowsWhatThereIsAndWhatGoesOn() async throws {
    try await look("newsstand")
  }

  @Test(.enabled(if: testPython != nil, Comment(rawValue: needsPython)))
  func aLongListComesAsOneScrollsAndKeepsItsPlace() async throws {
    let cover = try #require(try folder.entries().first { $0.hasPrefix("site/covers/") })
    let issues = (1...400).map { number in
      """
      {"id": "issue-\(number)", "title": "Issue \(number)", "number": "\(number)", "date": "2020",
       "cover": "\(cover.dropFirst("site/".count))", "url": "none.pdf"}
      """
    }
    let catalog = "{\"version\": 1, \"issues\": [\(issues.joined(separator: ","))]}"
    try folder.write(Array(catalog.utf8), to: "site/long.json")
    for arguments in [["remove", store.url + "catalog.json"], ["add", store.url + "long.json"]] {
      let result = try await runRecto(
        ["store"] + arguments + ["--library", folder.path("library")])
      try #require(result.status == 0, "\(result.errors)")
    }
    try await look("scrolling")
  }

  /// Has a script look at the shelf in a browser.
  private func look(_ script: String) async throws {
    let shelf = try await serve()
    let result = try await runScript("Reader/\(script)", [shelf.url + "/"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
