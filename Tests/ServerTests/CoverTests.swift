import Foundation
import TestSupport
import Testing

/// Catalogs and manifests show the cover that a book has apart from its pages.
@Suite(.needsBooks, .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct CoverTests {
  @Test func aBookHasTheCoverOfItsPackageEverywhere() async throws {
    let folder = try temporaryFolder()
    try folder.writeCoveredBook("served/book")
    let shelf = try await ServedShelf(folder.path("served"))
    try await shelf.looksThroughAll()
    let list = try await shelf.json("/api/1/publications")
    let book = try #require((list["publications"] as? [[String: Any]])?.first)
    let feed = try await shelf.json("/opds/2/catalog.json")
    let entry = try #require((feed["publications"] as? [[String: Any]])?.first)
    let images = try #require(entry["images"] as? [[String: Any]])
    let webPub = try await shelf.json("/webpub/book/manifest.json")
    let covers = try #require(webPub["resources"] as? [[String: Any]])
    #expect(covers.map { $0["rel"] as? String } == ["cover"])
    let pages = try #require(webPub["readingOrder"] as? [[String: Any]])
    #expect(!pages.isEmpty && pages.allSatisfy { $0["rel"] == nil })
    let manifest = try await shelf.json("/iiif/presentation/3/book/manifest.json")
    let collection = try await shelf.json("/iiif/presentation/3/collection.json")
    let items = try #require(collection["items"] as? [[String: Any]])
    let thumbnails = ([manifest] + items).flatMap { $0["thumbnail"] as? [[String: Any]] ?? [] }
    #expect(thumbnails.count == 2 && thumbnails.allSatisfy { $0["service"] == nil })
    let links =
      [book["cover"]] + (images + covers).map { $0["href"] } + thumbnails.map { $0["id"] }
    #expect(links.count == 6)
    for link in links {
      // Feeds have whole addresses.
      let address = try #require((link as? String).flatMap { URLComponents(string: $0) })
      let query = try #require(address.percentEncodedQuery)
      let answer = try await shelf.answer("\(address.percentEncodedPath)?\(query)")
      let picture = try decodeJPEG(answer.body)
      // The cover's proportions differ from those of a page.
      let aspect = Double(picture.width) / Double(picture.height)
      #expect((0.65...0.68).contains(aspect))
      let color = picture.rgb[picture.width / 2, picture.height / 2]
      #expect(color[0] > 180 && color[1] < 40)
    }
    let page = try await shelf.answer("/api/1/publications/book/pages/0/image.jpg?width=320")
    let paper = try decodeJPEG(page.body).rgb[160, 300]
    #expect(paper == [255, 255, 255])
    #expect(try await shelf.json("/api/1/publications/book")["pageCount"] as? Int == 1)
  }
}
