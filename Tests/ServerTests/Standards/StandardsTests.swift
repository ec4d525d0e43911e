import Foundation
import TestSupport
import Testing

/// The published schemas, as `docs/standards.md` lists them.
private let schemas = corporaFolder().map { "\($0)/schemas" }.flatMap { path in
  FileManager.default.fileExists(atPath: path) ? path : nil
}

/// The sample issue in all its forms, read with others' software.
@Suite(
  .enabled(if: hasSamples, Comment(rawValue: needsSamples)),
  .enabled(if: testPython != nil, Comment(rawValue: needsPython)),
  .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)), .usesBrowser,
  .serving(samples))
struct StandardsTests {
  private static let forms =
    ["quay.pdf", "quay-pages", "quay-layout", "quay-html"] + (hasBooks ? ["quay.epub"] : [])

  private func expect(_ script: String, _ arguments: [String]) async throws {
    let result = try await runScript("Scripts/Standards/\(script)", arguments)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func everyManifestOfTheShelfIsWalkedByItsModel() async throws {
    let served = try await ServedShelf.shared
    try await expect("presentation", [served.url])
  }

  @Test(arguments: [("lighthouse", ["lighthouse"]), ("the tide", ["the", "tide"])])
  func bothVersionsOfTheSearchFindTheSameWordsOnTheCanvas(
    query: String, words: [String]
  ) async throws {
    let served = try await ServedShelf.shared
    for form in Self.forms { try await expect("search", [served.url, form, query] + words) }
  }

  @Test func everyReadiumManifestLeadsToItsPagesAndItsFile() async throws {
    let served = try await ServedShelf.shared
    try await expect("webpub", [served.url] + Self.forms)
  }

  @Test func bothCatalogsOfferTheSamePublications() async throws {
    let served = try await ServedShelf.shared
    try await expect("catalogs", [served.url, "quay"])
  }

  @Test func pagesAreHOCRForItsChecker() async throws {
    let served = try await ServedShelf.shared
    // The first page is "Cover", and the checker takes no numbers but of digits.
    let pages = Self.forms.map { "\(served.url)/text/\($0)/2.hocr" }
    try await expect("hocr", pages)
  }

  @Test(.enabled(if: schemas != nil, "RECTO_CORPORA has no folder schemas: see docs/standards.md"))
  func documentsAreAsTheirPublishedSchemasWantThem() async throws {
    let served = try await ServedShelf.shared
    try await expect("schemas", [try #require(schemas), served.url])
  }
}
