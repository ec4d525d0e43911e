import Foundation
import TestSupport
import Testing

/// Two engines check each other.
@Suite(.needsPoppler, .enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
struct CompareTests {
  private func compare(
    _ fixture: PDFFixture, _ arguments: [String] = []
  ) async throws -> (status: Int32, answer: [String: Any]) {
    let folder = try temporaryFolder()
    let path = try folder.write(fixture.bytes, to: "a.pdf")
    let result = try await runRecto(
      ["compare", "--json", path] + arguments, environment: pdfiumEnvironment)
    let answer = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    return (result.status, try #require(answer, "\(result.errors)"))
  }

  @Test func enginesThatAgreeAreStatus0() async throws {
    let found = try await compare(PDFFixture("BT /F1 20 Tf 60 140 Td (Harbors) Tj ET"))
    #expect(found.status == 0)
    let pages = try #require(found.answer["pages"] as? [[String: Any]])
    #expect(pages.map { $0["status"] as? String } == ["passed"])
    let engines = try #require(found.answer["engines"] as? [[String: String]])
    #expect(engines.map { $0["engine"] } == ["poppler", "pdfium"])
  }

  /// PDFium does not know /UserUnit, so that the pages have two sizes.
  @Test func aPageThatLooksDifferentIsFoundAndShown() async throws {
    let folder = try temporaryFolder()
    let report = folder.path("report.html")
    let fixture = PDFFixture("0 0 1 rg 50 50 100 100 re f", entries: "/UserUnit 2")
    let found = try await compare(fixture, ["--report", report])
    #expect(found.status == 1)
    let pages = try #require(found.answer["pages"] as? [[String: Any]])
    #expect(pages.map { $0["status"] as? String } == ["failed"])
    let html = String(decoding: try bytes(ofFile: report), as: UTF8.self)
    #expect(html.contains("<figcaption>poppler</figcaption>"))
    #expect(html.contains("<figcaption>pdfium</figcaption>"))
  }

  /// PDFium does not know /UserUnit, so that the pages have two sizes.
  @Test(arguments: [("/UserUnit 2", [0]), ("", [])]) func preflightFindsPagesThatLookDifferent(
    entries: String, pages: [Int]
  ) async throws {
    let folder = try temporaryFolder()
    let fixture = PDFFixture("0 0 1 rg 50 50 100 100 re f", entries: entries)
    let path = try folder.write(fixture.bytes, to: "a.pdf")
    let result = try await runRecto(
      ["preflight", "--check-engines", "--json", path], environment: pdfiumEnvironment)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any],
      "\(result.errors)")
    let findings = try #require(report["findings"] as? [[String: Any]])
    let found = findings.filter { $0["rule"] as? String == "engines-differ" }
    #expect(found.map { $0["page"] as? Int } == pages)
  }

  @Test func withoutTheOtherEngineNothingIsCompared() async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(PDFFixture("").bytes, to: "a.pdf")
    let result = try await runRecto(
      ["compare", path], environment: ["RECTO_PDFIUM": folder.path("none.so")])
    #expect(result.status != 0 && result.errors.contains("PDFium cannot be loaded"))
  }
}
