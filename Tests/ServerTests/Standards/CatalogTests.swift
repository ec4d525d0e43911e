import Foundation
import RectoServer
import TestSupport
import Testing

struct CatalogTests {
  /// Its title is as it stands in the front matter.
  private func story(_ title: String) -> [UInt8] {
    Array("---\ntitle: \(title)\nauthor: A; B\n---\n\n# One & <two>\n\nThe sea.\n".utf8)
  }

  private func publications(_ shelf: RectoServer, _ query: String = "") async throws -> [[String:
    Any]]
  {
    let feed = try await shelf.json("/opds/2/catalog.json\(query)")
    return try #require(feed["publications"] as? [[String: Any]])
  }

  private func title(_ publication: [String: Any]) -> String? {
    (publication["metadata"] as? [String: Any])?["title"] as? String
  }

  @Test func aSourceThatCannotBeOpenedIsOfferedAsTheFileThatItIs() async throws {
    let folder = try temporaryFolder()
    try folder.write(story("Sound"), to: "sound.md")
    try folder.write(Array("%PDF-1.7\nnothing".utf8), to: "broken.pdf")
    try await withServer(folder.path) { shelf in
      try await shelf.looksThroughAll()
      let all = try await publications(shelf)
      #expect(all.compactMap(title) == ["broken", "Sound"])
      let links = try #require(all[0]["links"] as? [[String: Any]])
      #expect(links.compactMap { $0["href"] as? String } == ["http://localhost/files/broken.pdf"])
      #expect(links.compactMap { $0["type"] as? String } == ["application/pdf"])
      #expect(all[0]["images"] == nil)
      let collection = try await shelf.json("/iiif/presentation/3/collection.json")
      let manifests = try #require(collection["items"] as? [[String: Any]]).compactMap {
        $0["id"] as? String
      }
      #expect(manifests == ["http://localhost/iiif/presentation/3/sound.md/manifest.json"])
      for path in [
        "/iiif/presentation/3/broken.pdf/manifest.json", "/webpub/broken.pdf/manifest.json",
      ] {
        #expect(try await shelf.answer(path).status == 422)
      }
    }
  }

  @Test func aCatalogIsReadAPageAtATime() async throws {
    let folder = try temporaryFolder()
    for number in 10..<36 { try folder.write(story("Story \(number)"), to: "s\(number).md") }
    try await withServer(folder.path) { shelf in
      try await shelf.looksThroughAll()
      #expect(try await publications(shelf).count == 24)
      #expect(try await publications(shelf, "?page=2").count == 2)
      let second = try await shelf.json("/opds/2/catalog.json?page=2")
      let relations = try #require(second["links"] as? [[String: Any]]).flatMap { link in
        (link["rel"] as? [String]) ?? [link["rel"] as? String].compactMap(\.self)
      }
      #expect(Set(relations) == ["self", "start", "search", "first", "previous", "last"])
      #expect((second["metadata"] as? [String: Any])?["numberOfItems"] as? Int == 26)
      #expect(try await shelf.answer("/opds/2/catalog.json?page=3").status == 404)
      #expect(try await shelf.answer("/opds/1.2/catalog.xml?page=0").status == 400)
    }
  }

  @Test func titlesOfStrangersStayTextInEveryDocument() async throws {
    let folder = try temporaryFolder()
    let nasty = "\"</title><script>alert(1)</script> & \u{7F}\u{202E}]]> {x}\""
    let path = try folder.write(story(nasty), to: "story.md")
    try await withServer(path) { shelf in
      try await shelf.looksThroughAll()
      let shown = "</title><script>alert(1)</script> & ]]> {x}"
      #expect(try await publications(shelf).compactMap(title) == [shown])
      let manifest = try await shelf.json("/iiif/presentation/3/story.md/manifest.json")
      #expect((manifest["label"] as? [String: [String]])?["none"] == [shown])
      for path in ["/opds/1.2/catalog.xml", "/text/story.md/0.alto.xml", "/text/story.md/0.hocr"] {
        let text = try await shelf.answer(path).text
        #expect(!text.contains("<script>") && !text.contains("<two>"), "\(path)")
      }
    }
  }
}
