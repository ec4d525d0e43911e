import Foundation
import RectoConformance
import RectoJSON
import RectoPageModel
import RectoPluginKit
import RectoTextLayout
import TestSupport
import Testing

/// The statements of `docs/plugins.md` are true.
@Suite struct DocumentationTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// The code block that begins with three backticks and `name`.
  private func block(_ name: String) throws -> String {
    let text = String(
      decoding: try bytes(ofFile: Self.root + "/docs/plugins.md"), as: UTF8.self)
    let rest = try #require(text.components(separatedBy: "```\(name)\n").dropFirst().first)
    return try #require(rest.components(separatedBy: "```").first)
  }

  private func example<Value: JSONDecodable>(_ name: String, as type: Value.Type) throws -> Value {
    try Value(jsonBytes: Array(block("json " + name).utf8))
  }

  @Test func everyExampleIsRead() throws {
    let facts = try example("info", as: PublicationFacts.self)
    #expect(facts.pageCount == 12 && facts.info.warnings.count == 1)
    #expect(try example("page", as: PageFacts.self).label == "iv")
    #expect(try example("request", as: RenderRequest.self).layers == ["Map/Roads": false])
    let words = try example("text", as: PageTextDocument.self).text.blocks[0].lines[0].words
    #expect(words[0].glyphs.count == 2)
    let runs = try example("text_runs", as: TextRuns.self)
    #expect(runs.runs[0].boxes.count == 2 && runs.contents[0]?.language == "en")
    #expect(try example("links", as: [Link].self).count == 5)
    #expect(try example("outline", as: [OutlineItem].self)[0].children.count == 1)
    #expect(try example("media", as: [MediaItem].self)[0].kind == .video)
    #expect(try example("annotations", as: [Annotation].self)[0].color != nil)
    #expect(try example("form_fields", as: [FormField].self)[0].value != nil)
    let image = try example("images", as: [PlacedImage].self)[0]
    #expect(image.color?.model == .rgb && image.alternative == .text("The quay at low water"))
    #expect(try example("attachments", as: [RectoPageModel.Attachment].self)[0].size == 2048)
    #expect(try example("layers", as: [Layer].self)[0].children.count == 1)
    #expect(try example("fonts", as: [FontUse].self)[0].isSubset)
    #expect(try example("locator", as: Locator.self).textHighlight == "low water")
    #expect(try example("layout", as: LayoutOptions.self).theme == "night")
    #expect(try example("manifest", as: PluginManifest.self).id == "swatch")
  }

  private static let compiler = program("cc") ?? program("clang")

  /// Compiled, discovered by its manifest, loaded, and asked everything.
  @Test(.enabled(if: compiler != nil, "there is no C compiler"))
  func thePluginInCWorksAndKeepsEveryPromise() async throws {
    let folder = try temporaryFolder()
    let source = try folder.write(Array(block("c").utf8), to: "swatch.c")
    try folder.write(
      Array(block("json manifest").utf8), to: "plugins/swatch.recto-plugin.json")
    let result = try await run(
      try #require(Self.compiler),
      [
        "-shared", "-fPIC", "-Wall", "-Werror", "-I\(Self.root)/Sources/C/RectoPlugin/include",
        source, "-o", folder.path("plugins/libswatch.so"),
      ])
    try #require(result.status == 0, "\(result.errors)")

    let found = PluginDiscovery(folders: [folder.path("plugins")]).find()
    #expect(found.findings == [])
    let backend = try #require(found.plugins.first)
    let swatch = Source(
      path: "a", content: .file(FileBytes(Array("SWATCH #102030".utf8))))
    #expect(backend.complaints() == [])
    #expect(backend.recognizes(SourceProbe(swatch)) == .certain)
    let publication = try backend.open(swatch, options: OpenOptions())
    #expect(ConformanceSuite().findings(in: publication) == [])
    let page = try publication.page(at: 0)
    #expect(page.label == "1" && page.size == Size(width: 144, height: 72))
    let bitmap = Bitmap(size: PixelSize(width: 144, height: 72))
    let request = RenderRequest()
    let grid = try PixelGrid(page: page.size, rotation: .none, request: request)
    try page.paint(request, on: grid, into: bitmap)
    #expect(bitmap.withPixels { $0.bindMemory(to: UInt32.self).allSatisfy { $0 == 0xFF10_2030 } })

    let damaged = Source(path: "b", content: .file(FileBytes(Array("SWATCH".utf8))))
    let error = #expect(throws: PageError.self) {
      _ = try backend.open(damaged, options: OpenOptions())
    }
    #expect(error?.code == .damaged)
    #expect(error?.message == "the swatch has no color: write SWATCH #rrggbb")

    try folder.write(
      Array(
        block("json manifest").replacing("[],\n  \"reads", with: "[\"links\"],\n  \"reads").utf8),
      to: "plugins/swatch.recto-plugin.json")
    let boastful = try #require(
      PluginDiscovery(folders: [folder.path("plugins")]).find().plugins.first)
    #expect(
      boastful.complaints() == ["the manifest declares links, and the table has no links"])
  }
}
