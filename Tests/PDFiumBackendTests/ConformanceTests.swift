import Foundation
import RectoConformance
import RectoPDFiumBackend
import RectoPageModel
import TestSupport
import Testing

/// PDFium keeps the promises of every backend: in this process, in workers, as a loaded library.
@Suite(.enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
struct ConformanceTests {
  private static let content = """
    BT /F1 20 Tf 60 140 Td (Harbors and tides) Tj 0 -24 Td (of the north) Tj ET
    BT /F1 12 Tf 0 1 -1 0 250 60 Tm (upward) Tj ET
    """

  @Test(
    arguments: ["[0 0 300 200]", "[40 30 260.3 180.7]"], [0, 90, 180, 270])
  func textOnAnyKindOfPageConforms(crop: String, rotation: Int) throws {
    let fixture = PDFFixture(Self.content, entries: "/CropBox \(crop) /Rotate \(rotation)")
    let findings = ConformanceSuite(pagesHoldOnlyText: true).findings(in: try open(fixture))
    #expect(findings == [])
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssueKeepsEveryPromise() throws {
    let bytes = try bytes(ofFile: try #require(samplesFolder()) + "/quay.pdf")
    #expect(ConformanceSuite().findings(in: try open(bytes)) == [])
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func aWorkerGivesWhatTheProcessItselfGives() async throws {
    let quay = try #require(samplesFolder()) + "/quay.pdf"
    for command in [["render", "--pages", "3", "--dpi", "50", "-o", "-"], ["text"], ["outline"]] {
      let words = command + [quay, "--engine", "pdfium"]
      let outside = try await runRecto(words, environment: pdfiumEnvironment)
      let inside = try await runRecto(words + ["--in-process"], environment: pdfiumEnvironment)
      #expect(outside.status == 0 && outside.errors.isEmpty, "\(outside.errors)")
      #expect(outside.output == inside.output && !outside.output.isEmpty)
    }
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssueKeepsEveryPromiseWithTheLoadedLibrary() async throws {
    let folder = try temporaryFolder()
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    let made = try await run(
      "/usr/bin/make",
      [
        "-s", "-C", "\(sources)/Plugins/PDFium/Engine/Library", "OUT=\(folder.path)",
        "PDFIUM=\(pdfiumPath ?? "")",
      ])
    #expect(made.status == 0, "\(made.errors)")
    let result = try await runRecto(
      ["plugins", "--check", folder.path, try #require(samplesFolder()) + "/quay.pdf"],
      environment: pdfiumEnvironment)
    #expect(result.status == 0, "\(result.text) \(result.errors)")
    #expect(result.text.contains("all checks passed"))
  }
}
