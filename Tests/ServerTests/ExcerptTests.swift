import Foundation
import TestSupport
import Testing

/// Some pages of a book that takes long to lay out, and then all of them.
@Suite(.needsBooks, .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct ExcerptTests {
  private func book(in folder: TemporaryFolder) async throws -> String {
    let path = folder.path("served/long.epub")
    try FileManager.default.createDirectory(
      atPath: folder.path("served"), withIntermediateDirectories: true)
    try await longBook(chapters: 12).write(to: path)
    return path
  }

  private func serve(_ path: String, cache: String) async throws -> ServedShelf {
    try await ServedShelf(path, environment: ["RECTO_CACHE_DIR": cache])
  }

  private func excerpt(of document: [String: Any]) -> String? {
    (document["layout"] as? [String: Any])?["excerpt"] as? String
  }

  private static let book = "/api/1/publications/long.epub"

  /// It is started before anybody asks for a page.
  @Test func aServerOfBooksKeepsABrowserReady() async throws {
    let folder = try temporaryFolder()
    try folder.writeCoveredBook("served/tides.epub")
    let shelf = try await ServedShelf(folder.path("served"))
    try await until("a browser is ready") {
      try !browsers(below: shelf.recto.processID).isEmpty
    }
    let page = try await shelf.answer("/api/1/publications/tides.epub/pages/0/image.png")
    #expect(page.status == 200)
    #expect(try await shelf.stop() == 0)
  }

  @Test func anExcerptIsGivenUntilAllIsThere() async throws {
    let folder = try temporaryFolder()
    let path = try await book(in: folder)
    let shelf = try await serve(path, cache: folder.path("cache"))
    let asked = "?font-scale=1.5&excerpt=book/p5.xhtml"
    let excerpt = try await shelf.json(Self.book + asked)
    let count = try #require(excerpt["pageCount"] as? Int)
    #expect(excerpt["isExcerpt"] as? Bool == true)
    #expect(self.excerpt(of: excerpt) == "book/p5.xhtml")
    #expect((excerpt["pages"] as? [Any])?.count == count)
    let articles = try #require(
      try await shelf.json("\(Self.book)/articles\(asked)")["articles"] as? [[String: Any]])
    #expect(!articles.isEmpty && articles.allSatisfy { $0["publication"] == nil })
    let image = try await shelf.answer("\(Self.book)/pages/0/image.png\(asked)")
    let place = try await shelf.json("\(Self.book)/pages/0\(asked)")
    #expect(image.status == 200)

    let whole = try await shelf.json("\(Self.book)?font-scale=1.5")
    #expect(whole["isExcerpt"] == nil && self.excerpt(of: whole) == nil)
    #expect(try #require(whole["pageCount"] as? Int) > count)
    let manifest = try await shelf.json("/webpub/long.epub/manifest.json\(asked)")
    #expect((manifest["readingOrder"] as? [Any])?.count == whole["pageCount"] as? Int)
    let locator = try #require(place["locator"])
    let found = try await shelf.answer(
      "\(Self.book)/locate?font-scale=1.5", method: "POST", "Content-Type: application/json",
      body: String(decoding: try JSONSerialization.data(withJSONObject: locator), as: UTF8.self))
    let index = try #require(
      (try JSONSerialization.jsonObject(with: Data(found.body)) as? [String: Any])?["page"] as? Int)
    #expect(index > count)
    let same = try await shelf.answer("\(Self.book)/pages/\(index)/image.png?font-scale=1.5")
    #expect(same.body == image.body)

    // A new request for an excerpt gets the whole book; a client that has an excerpt continues to
    // read it.
    let again = try await shelf.json(Self.book + asked)
    #expect(again["isExcerpt"] == nil && self.excerpt(of: again) == nil)
    #expect(
      try await shelf.json("\(Self.book)/pages/0\(asked)")["locator"] as? NSDictionary
        == locator as? NSDictionary)
    let beyond = try await shelf.answer("\(Self.book)/pages/\(index)\(asked)")
    #expect(beyond.status == 404)
    #expect(try await shelf.stop() == 0)

    // The cache knows how many pages there are, and of another layout it does not.
    let later = try await serve(path, cache: folder.path("cache"))
    #expect(try await later.json(Self.book + asked)["isExcerpt"] == nil)
    #expect(try await later.json("\(Self.book)?font-scale=1.4&excerpt=.")["isExcerpt"] != nil)
  }

  @Test func anExcerptStaysOpenAsLongAsItIsRead() async throws {
    let folder = try temporaryFolder()
    let shelf = try await serve(await book(in: folder), cache: folder.path("cache"))
    func open() async throws -> (count: Double, openings: Double) {
      (
        try await shelf.figure("recto_publications_open"),
        try await shelf.figure("recto_publication_openings_total")
      )
    }
    // Its record opens it as well.
    try await shelf.looksThroughAll()
    let layout = "?font-scale=1.5"
    let excerpt = layout + "&excerpt=."
    _ = try await shelf.json(Self.book + excerpt)
    _ = try await shelf.json(Self.book + layout)
    let both = try await open()
    // Its reader has not heard yet that all pages are there.
    #expect(try await shelf.answer("\(Self.book)/pages/1\(excerpt)").status == 200)
    let still = try await open()
    #expect(still.count == both.count)
    #expect(still.openings == both.openings)
    for _ in 0..<250 {
      #expect(try await shelf.answer("\(Self.book)/pages/1\(layout)").status == 200)
    }
    let whole = try await open()
    #expect(whole.count == both.count - 1)
    #expect(whole.openings == both.openings)
  }

  @Test func aBookThatIsLaidOutAtOnceIsNotAnExcerpt() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Sound\n\nOne.\n".utf8), to: "sound.md")
    let shelf = try await ServedShelf(folder.path)
    // Its record opens it as well.
    try await shelf.looksThroughAll()
    #expect(try await shelf.figure("recto_publication_openings_total") == 1)
    let document = try await shelf.json("/api/1/publications/sound.md?excerpt=.&font-scale=2")
    #expect(document["isExcerpt"] == nil && excerpt(of: document) == nil)
    // It was opened for both.
    for query in ["font-scale=2", "excerpt=.&font-scale=2"] {
      let page = try await shelf.answer("/api/1/publications/sound.md/pages/0?\(query)")
      #expect(page.status == 200)
    }
    #expect(try await shelf.figure("recto_publication_openings_total") == 2)
  }

  @Test func anExcerptOfWhatHasNoneChangesNoImage() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Sound\n\nOne.\n".utf8), to: "sound.md")
    let shelf = try await ServedShelf(folder.path)
    var tags: [String?] = []
    for excerpt in ["", "excerpt=..%2F..&", ""] {
      let path = "/api/1/publications/sound.md/pages/0/image.png?\(excerpt)scale=0.5"
      tags.append(try await shelf.answer(path)["ETag"])
    }
    #expect(tags[0] != nil && Set(tags).count == 1, "\(tags)")
  }

  @Test func anInvalidAddressIsABadRequest() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# Sound\n\nOne.\n".utf8), to: "sound.md")
    let shelf = try await ServedShelf(folder.path)
    for wrong in ["", "a%0Ab", String(repeating: "a", count: 4097)] {
      let answer = try await shelf.answer("/api/1/publications/sound.md?excerpt=\(wrong)")
      #expect(answer.status == 400, "\(wrong.prefix(10)): \(answer.text)")
    }
  }
}
