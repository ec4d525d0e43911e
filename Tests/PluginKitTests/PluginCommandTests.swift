import Foundation
import RectoPluginKit
import TestSupport
import Testing

/// Sample plugins in the real `recto`, which has never heard of them.
@Suite(.enabled(if: SamplePlugins.canBuildDjVu, "make, DjVuLibre or its tools are not installed"))
struct PluginCommandTests {
  private func folder(_ plugin: PluginBackend) -> String {
    URL(fileURLWithPath: plugin.manifestPath).deletingLastPathComponent().path
  }

  private func environment() async throws -> [String: String] {
    ["RECTO_PLUGIN_PATH": folder(try await SamplePlugins.djvu.value)]
  }

  @Test func aPluginIsListedWithWhereItIsFrom() async throws {
    let result = try await runRecto(["plugins", "--json"], environment: environment())
    #expect(result.status == 0)
    let manifest = try await SamplePlugins.djvu.value.manifestPath
    #expect(result.text.contains("\"id\":\"djvu\""))
    #expect(result.text.contains("\"from\":\"\(manifest)\""))
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func aPluginsFormatIsRenderedAndReadLikeAnyOther() async throws {
    let document = try await SamplePlugins.quay.value
    let folder = try temporaryFolder()
    let environment = try await environment()
    let rendered = try await runRecto(
      ["render", document, "-o", folder.path("{page}.png")], environment: environment)
    #expect(rendered.status == 0, "\(rendered.errors)")
    #expect(try folder.entries() == ["1.png", "2.png", "3.png"])
    let text = try await runRecto(["text", document], environment: environment)
    #expect(text.text.contains("Quay") || text.text.contains("QUAY"), "\(text.text.prefix(200))")
    let without = try await runRecto(["info", document])
    #expect(without.status == 65)
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func checkingASoundPluginFindsNothing() async throws {
    let folder = folder(try await SamplePlugins.djvu.value)
    let result = try await runRecto(["plugins", "--check", folder, SamplePlugins.quay.value])
    #expect(result.status == 0, "\(result.text) \(result.errors)")
    #expect(result.text.contains("all checks passed"))
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func aCapabilityThatTheTableLacksIsReported() async throws {
    let plugin = try await SamplePlugins.djvu.value
    let manifest = try String(contentsOfFile: plugin.manifestPath, encoding: .utf8)
    let folder = try temporaryFolder()
    try folder.write(
      manifest.replacing("\"outline\"]", with: "\"outline\", \"images\"]").utf8,
      to: "djvu.recto-plugin.json")
    try FileManager.default.copyItem(
      atPath: plugin.libraryPath, toPath: folder.path("libdjvu-plugin.so"))
    let document = try await SamplePlugins.quay.value
    let result = try await runRecto(["plugins", "--check", folder.path, document])
    #expect(result.status == 1)
    #expect(
      result.text.contains("the manifest declares images, and the table has no images"),
      "\(result.text)")
  }

  @Test func aPluginWithoutADocumentIsNotSaidToBeSound() async throws {
    let result = try await runRecto(["plugins", "--check", folder(SamplePlugins.djvu.value)])
    #expect(result.status == 1)
    #expect(result.text.contains("no document to check it with"))
  }

  @Test func mistakesInAManifestAreReported() async throws {
    let folder = try temporaryFolder()
    try folder.write("{\"id\": \"x\"}".utf8, to: "x.recto-plugin.json")
    let result = try await runRecto(["plugins", "--check", folder.path])
    #expect(result.status == 1)
    #expect(result.text.contains("the member name is missing"), "\(result.text)")
  }

  @Test func whatAManifestSaysInVainIsReported() async throws {
    let folder = try temporaryFolder()
    let manifest = """
      {"id": "x", "name": "X", "version": "1", "abi": 1, "library": "x.so", "extensions": ["x"],
       "companion": ["y"], "capabilities": ["txt"]}
      """
    try folder.write(manifest.utf8, to: "x.recto-plugin.json")
    try folder.write([], to: "x.so")
    let result = try await runRecto(["plugins", "--check", folder.path])
    #expect(result.status == 1)
    #expect(result.text.contains("has a member companion, which"), "\(result.text)")
    #expect(result.text.contains("declares txt, a capability that"))
  }

  @Test func aFolderWithoutAPluginIsAnError() async throws {
    let folder = try temporaryFolder()
    let result = try await runRecto(["plugins", "--check", folder.path])
    #expect(result.status == 65)
    #expect(try await runRecto(["plugins", "--check", folder.path("none")]).status == 64)
  }
}
