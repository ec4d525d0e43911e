import TestSupport
import Testing

/// The program starts fast, since it begins with the libraries that a page of a PDF needs.
@Suite struct LoadedLibrariesTests {
  /// For archives, Markdown, layouts, JPEG, the library, search and messages. Not libwebp, which
  /// libtiff loads.
  private static let others = [
    "archive", "cmark-gfm", "cmark-gfm-extensions", "curl", "fribidi", "gmp", "harfbuzz",
    "hogweed", "hyphen", "icui18n", "microhttpd", "mobi", "nettle", "spng", "sqlite3",
    "turbojpeg", "yaml-0", "zip",
  ]

  @Test func librariesThatMostCommandsDoNotNeedAreLoadedOnDemand() async throws {
    // The dynamic linker lists the libraries in place of running the program (ld.so(8)).
    let result = try await run(
      rectoExecutable(), [], environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
    #expect(result.text.contains("libpoppler") == hasPoppler)
    for library in Self.others {
      #expect(!result.text.contains("lib\(library).so"), "\(library)")
    }
  }

  @Test(.needsPoppler, arguments: [["info"], ["render", "-o", "page.png"], ["text"]])
  func aPDFNeedsNoneOfThem(_ words: [String]) async throws {
    let folder = try temporaryFolder()
    try folder.write(HandMadePDF(squares: 1).bytes, to: "a.pdf")
    let loaded = try await libraries(of: words + ["a.pdf"], in: folder)
    for library in Self.others { #expect(!loaded.contains("lib\(library).so"), "\(library)") }
  }

  @Test func markdownLoadsWhatItNeeds() async throws {
    let folder = try temporaryFolder()
    try folder.write(Array("# A story".utf8), to: "a.md")
    let loaded = try await libraries(of: ["text", "a.md"], in: folder)
    for library in ["cmark-gfm", "harfbuzz"] { #expect(loaded.contains("lib\(library).so")) }
  }

  /// The dynamic linker's report on the libraries that a command loads, all in one process.
  private func libraries(of words: [String], in folder: TemporaryFolder) async throws -> String {
    let result = try await run(
      rectoExecutable(), words + ["--in-process"], environment: ["LD_DEBUG": "files"],
      in: folder.path)
    #expect(result.status == 0)
    return result.errors
  }
}
