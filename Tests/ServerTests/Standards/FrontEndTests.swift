import Foundation
import TestSupport
import Testing

/// The OpenSeadragon of Debian's package of examples for OpenSlide.
private let openSeadragon =
  "/usr/share/doc/python-openslide-examples/examples/deepzoom/static/openseadragon.js"

@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: testPython != nil, Comment(rawValue: needsPython)),
  .enabled(
    if: FileManager.default.fileExists(atPath: openSeadragon),
    "python-openslide-examples, which has OpenSeadragon, is not installed"),
  .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)), .usesBrowser)
struct FrontEndTests {
  @Test func openSeadragonWalksAPDFAnImageALayoutAndAPageOfHTMLWithoutAFailedTile() async throws {
    // Its page is of another site.
    let served = try await ServedShelf("--public", samples)
    let scratch = try temporaryFolder()
    let pictures = ProcessInfo.processInfo.environment["RECTO_TEST_PICTURES"] ?? scratch.path
    let result = try await runScript(
      "Scripts/Standards/openseadragon",
      [served.url, openSeadragon, pictures, "quay.pdf", "quay-pages", "quay-layout", "quay-html"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
