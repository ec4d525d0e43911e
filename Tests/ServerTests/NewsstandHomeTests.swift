import Foundation
import TestSupport
import Testing

/// The requests of the newsstand’s home page.
@Suite(.enabled(if: program("python3") != nil, "python3 serves the catalog"))
struct NewsstandHomeTests {
  private typealias JSON = [String: Any]
  private let shelf: NewsstandShelf

  init() async throws { shelf = try await NewsstandShelf() }

  private func post(
    _ path: String, _ body: String, _ served: ServedShelf, _ fields: String...
  ) async throws -> Answer {
    try await served.answer(
      "/api/1/newsstand/\(path)", method: "POST",
      (["Content-Type: application/json"] + fields).joined(separator: "\r\n"), body: body)
  }

  private func titles(_ served: ServedShelf, _ query: String) async throws -> [String] {
    let issues = try await served.json("/api/1/newsstand?\(query)")["issues"] as? [JSON]
    return try #require(issues).compactMap { $0["title"] as? String }
  }

  @Test func aStoreIsAddedNamedAndRemovedOverHTTP() async throws {
    try shelf.offer(1...3)
    let served = try await shelf.serve()
    #expect(try await served.json("/api/1/newsstand")["canChangeStores"] as? Bool == true)
    let url = "{\"url\": \"\(shelf.catalog)\"}"
    #expect(try await post("stores/add", url, served).status == 204)
    #expect(try await post("stores/add", url, served).status == 409)
    #expect(try await titles(served, "") == ["Harbor 3", "Harbor 2", "Harbor 1"])
    func store() async throws -> JSON? {
      (try await served.json("/api/1/newsstand")["stores"] as? [JSON])?.first
    }
    #expect(try await store()?["title"] as? String == "Harbor")

    let named = "{\"url\": \"\(shelf.catalog)\", \"name\": \"My harbor\"}"
    #expect(try await post("stores/rename", named, served).status == 204)
    #expect(try await store()?["name"] as? String == "My harbor")
    #expect(try await post("stores/rename", url, served).status == 204)
    #expect(try await store()?["name"] == nil)

    #expect(try await post("stores/subscribe", url, served).status == 204)
    #expect(try await store()?["subscribed"] as? Bool == true)
    #expect(try await post("stores/remove", url, served).status == 204)
    #expect(try await post("stores/remove", url, served).status == 404)
    #expect(try await titles(served, "").isEmpty)
  }

  @Test func aStoreThatDoesNotAnswerIsNotKept() async throws {
    let served = try await shelf.serve()
    let missing = try await post(
      "stores/add", "{\"url\": \"\(shelf.site.url)none.xml\"}", served)
    #expect(missing.status == 404 && missing.text.contains("was not found"), "\(missing.text)")
    #expect(try await post("stores/add", "{\"url\": \"ftp://x/\"}", served).status == 400)
    #expect(try await post("stores/add", "{}", served).status == 400)
    #expect(try await post("stores/add", "{\"url\": ", served).status == 400)
    #expect(
      try await post("stores/add", "{}", served, "Origin: https://other.example").status == 403)
    #expect((try await served.json("/api/1/newsstand")["stores"] as? [JSON])?.isEmpty == true)
  }

  @Test func strangersOnTheNetworkChangeNoStores() async throws {
    let served = try await shelf.serve("--address", "0.0.0.0")
    #expect(try await served.json("/api/1/newsstand")["canChangeStores"] as? Bool == false)
    let answer = try await post("stores/add", "{\"url\": \"\(shelf.catalog)\"}", served)
    #expect(answer.status == 403 && answer.text.contains("--token-file"), "\(answer.text)")
  }

  @Test func issuesAreFilteredOrderedAndFoundByTheirTopics() async throws {
    let catalog = """
      {"version": 1, "title": "Tides", "issues": [
       {"id": "a", "title": "Alpha", "number": "2", "date": "2020-01-01", "language": "en",
        "publication": "Harbor", "authors": ["Ada"], "subjects": ["Boats", "Food"], "url": "a.md"},
       {"id": "b", "title": "Beta", "number": "11", "date": "2020-02-01", "language": "de",
        "publication": "Harbor", "authors": ["Ben"], "subjects": ["Boats"], "url": "b.md"},
       {"id": "c", "title": "Gamma", "date": "2020-03-01", "publication": "Quay", "url": "c.md"}]}
      """
    try shelf.folder.write(Array(catalog.utf8), to: "site/catalog.json")
    try await shelf.recto("store", "add", shelf.site.url + "catalog.json")
    let served = try await shelf.serve()
    #expect(try await titles(served, "category=Boats") == ["Beta", "Alpha"])
    #expect(try await titles(served, "category=Boats&author=Ada") == ["Alpha"])
    #expect(try await titles(served, "language=de") == ["Beta"])
    #expect(try await titles(served, "publication=Quay") == ["Gamma"])
    #expect(try await titles(served, "q=food+ada") == ["Alpha"])
    #expect(try await titles(served, "q=none").isEmpty)
    #expect(try await titles(served, "order=number") == ["Beta", "Alpha", "Gamma"])
    #expect(try await served.answer("/api/1/newsstand?order=size").status == 400)
    let answer = try await served.json("/api/1/newsstand")
    let facets = try #require(answer["facets"] as? [String: JSON])
    let categories = try #require(facets["category"]?["values"] as? [JSON])
    #expect(categories.map { $0["value"] as? String } == ["Boats", "Food"])
    #expect(categories.map { $0["count"] as? Int } == [2, 1])
  }

  @Test func tenThousandCategoriesAreCountedAndAHundredListed() async throws {
    let issues = (0..<2_000).map { number in
      let subjects = (0..<5).map { "\"Topic \(number * 5 + $0)\"" }.joined(separator: ",")
      return """
        {"id": "i\(number)", "title": "I", "subjects": [\(subjects)], "url": "a"}
        """
    }
    let catalog = "{\"version\": 1, \"issues\": [\(issues.joined(separator: ","))]}"
    try shelf.folder.write(Array(catalog.utf8), to: "site/catalog.json")
    try await shelf.recto("store", "add", shelf.site.url + "catalog.json")
    let served = try await shelf.serve()
    let answer = try await served.json("/api/1/newsstand?limit=1")
    let category = try #require((answer["facets"] as? [String: JSON])?["category"])
    #expect(category["total"] as? Int == 10_000)
    #expect((category["values"] as? [JSON])?.count == 100)
    #expect(try await titles(served, "category=Topic%209999") == ["I"])
  }

  @Test func theIconIsTheLatestCoverBeforeAnythingIsDownloaded() async throws {
    try shelf.offer(1...2)
    let served = try await shelf.serve()
    let rack = try await served.answer("/api/1/newsstand/icon.png?size=128").body
    #expect(
      try await post("stores/add", "{\"url\": \"\(shelf.catalog)\"}", served).status == 204)
    let cover = try await served.answer("/api/1/newsstand/icon.png?size=128").body
    #expect(cover != rack)
    #expect(try await served.json("/api/1/newsstand")["new"] as? Int == 0)
    // An issue that comes out now is new before it is downloaded.
    try shelf.offer(1...10)
    #expect(try await post("refresh", "", served).status == 204)
    let answer = try await served.json("/api/1/newsstand")
    #expect(answer["new"] as? Int == 1)
    #expect((answer["issues"] as? [JSON])?.first?["new"] as? Bool == true)
    #expect(try await served.answer("/api/1/newsstand/icon.png?size=128").body != cover)
    let manifest = try await served.json("/manifest.webmanifest")
    #expect(manifest["name"] as? String == "Harbor")
    let icons = try #require(manifest["icons"] as? [JSON])
    for icon in icons {
      let answer = try await served.answer("/\(icon["src"] ?? "")")
      #expect(answer.status == 200 && answer["Content-Type"] == "image/png")
    }
  }

  @Test func aLookAtTheShelfAsksNoMoreOftenThanTheCatalogSays() async throws {
    try shelf.offer(1...2)
    try await shelf.recto("store", "add", shelf.catalog)
    let served = try await shelf.serve()
    // The server's own first look.
    try await until("the store was asked") {
      ((try await served.json("/api/1/newsstand")["stores"] as? [JSON])?.first?["age"] as? Double)
        != nil
    }
    #expect(try await post("refresh?due=1", "", served).status == 204)
    try shelf.offer(1...3)
    #expect(try await post("refresh?due=1", "", served).status == 204)
    #expect(try await titles(served, "").count == 2)
    #expect(try await post("refresh", "", served).status == 204)
    #expect(try await titles(served, "").count == 3)
    #expect(try await post("refresh?due=perhaps", "", served).status == 400)
  }

  @Test func anIssueHasOneTitleAndItsFurtherFiles() async throws {
    try shelf.folder.write(Array("---\ntitle: Other\n---\n\n# Main\n".utf8), to: "site/a.md")
    try shelf.folder.write(Array("# Supplement\n\nmarker\n".utf8), to: "site/b.md")
    try shelf.folder.write(tone(seconds: 1), to: "site/c.wav")
    let catalog = """
      {"version": 1, "issues": [{"id": "a", "title": "The catalog’s", "url": "a.md",
       "assets": ["b.md", "c.wav"]}]}
      """
    try shelf.folder.write(Array(catalog.utf8), to: "site/catalog.json")
    try await shelf.recto("store", "add", shelf.site.url + "catalog.json")
    try await shelf.recto("library", "download", "a")
    let served = try await shelf.serve()
    let listed = try #require(try await served.publications().first)
    let id = try #require(listed["id"] as? String)
    #expect(try await served.publications().count == 1)
    #expect(listed["title"] as? String == "The catalog’s")
    let document = try await served.json("/api/1/publications/\(id)")
    #expect(document["title"] as? String == "The catalog’s")
    let parts = try #require(document["parts"] as? [JSON])
    #expect(parts.map { $0["type"] as? String } == ["text/markdown", "audio/wav"])
    let first = try #require(parts.first?["id"] as? String)
    #expect(
      try await served.answer("/api/1/publications/\(first)/pages/0/image.png").status == 200)
    let sound = try await served.answer(
      try #require(parts.last?["fileURL"] as? String), "Range: bytes=0-3")
    #expect(sound.status == 206 && sound.text == "RIFF")
    #expect(try await served.answer("/api/1/publications/\(id).part-4").status == 404)
    #expect(try await served.answer("/api/1/publications/\(id).part-..").status == 404)
  }
}
