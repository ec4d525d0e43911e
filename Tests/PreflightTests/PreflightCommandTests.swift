import Foundation
import TestSupport
import Testing

/// `recto preflight` from the outside.
@Suite struct PreflightCommandTests {
  private func write(_ pdf: TaggedPDF) throws -> (path: String, folder: TemporaryFolder) {
    let folder = try temporaryFolder()
    return (try folder.write(pdf.bytes, to: "issue.pdf"), folder)
  }

  private static let good = TaggedPDF(
    pages: Array(repeating: TaggedPDF.Page(items: [.text("quay", x: 40, top: 40)]), count: 3))

  /// A link on its second page leads nowhere, which is an error, and the third page is empty, which
  /// is not.
  private static var bad: TaggedPDF {
    var pdf = good
    pdf.pages[1].annotations = [link("/Dest (nowhere)")]
    pdf.pages[2] = TaggedPDF.Page()
    return pdf
  }

  @Test func theStatusSaysWhetherThereAreErrors() async throws {
    let (clean, first) = try write(Self.good)
    let result = try await runRecto(["preflight", clean])
    #expect(result.status == 0 && result.text == "nothing found (profile tablet)\n")
    let (broken, second) = try write(Self.bad)
    let errors = try await runRecto(["preflight", broken])
    #expect(errors.status == 1 && errors.errors == "")
    #expect(errors.text.contains("page 2\n  error  link-broken [30, 100, 80, 20]"))
    #expect(errors.text.hasSuffix("1 error, 1 warning (profile tablet)\n"))
    let warnings = try await runRecto(["preflight", broken, "--pages", "3"])
    #expect(warnings.status == 0 && warnings.text.contains("page-empty"))
    _ = (first, second)
  }

  @Test func theReportGoesWhereItIsWanted() async throws {
    let (path, folder) = try write(Self.bad)
    let result = try await runRecto(
      ["preflight", path, "--format", "sarif", "-o", folder.path("out.sarif")])
    #expect(result.status == 1 && result.output.isEmpty)
    let json = try JSONSerialization.jsonObject(
      with: Data(try bytes(ofFile: folder.path("out.sarif"))))
    #expect((json as? [String: Any])?["runs"] != nil)
    let unwritable = try await runRecto(["preflight", path, "-o", folder.path("none/out.txt")])
    #expect(unwritable.status == 73)
  }

  @Test func theRulesAreListedWithTheirSeverities() async throws {
    let result = try await runRecto(["preflight", "--list-rules", "--profile", "accessibility"])
    #expect(result.status == 0)
    let lines = result.text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("alternative-text") && $0.contains(" error ") })
    #expect(lines.contains { $0.hasPrefix("bleed-missing") && $0.contains(" off ") })
    for code in ["left-out", "cut-page", "uncounted-pages", "other-engine", "reduced-scale"] {
      #expect(lines.contains { $0.hasPrefix("\(code) ") && $0.contains(" warning ") }, "\(code)")
    }
  }

  @Test(arguments: [
    (["--profile", "paper"], "unknown profile paper"), (["--format", "xml"], "--format xml"),
    (["--json", "--format", "sarif"], "cannot be used together"), (["--pages", "9"], "9"),
    (["--list-rules"], "takes no source"),
  ])
  func aWrongCommandLineIsRefused(arguments: [String], words: String) async throws {
    let (path, folder) = try write(Self.good)
    let result = try await runRecto(["preflight", path] + arguments)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.errorLines.count == 1 && result.errors.contains(words), "\(result.errors)")
    _ = folder
  }

  @Test func aSourceThatCannotBeOpenedIsRefused() async throws {
    let folder = try temporaryFolder()
    #expect(try await runRecto(["preflight", folder.path("none.pdf")]).status == 66)
    let garbage = try folder.write("%PDF-1.7\ngarbage".utf8, to: "garbage.pdf")
    let result = try await runRecto(["preflight", garbage])
    #expect(result.status == 65 && result.errorLines.count == 1 && result.output.isEmpty)
  }

  @Test(.enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)))
  func hostileFilesHaveFindingsOrOneSentence() async throws {
    let folder = "\(try #require(corporaFolder()))/hostile"
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".pdf") }.sorted().prefix(12)
    for name in names {
      let result = try await runRecto([
        "preflight", "\(folder)/\(name)", "--profile", "accessibility",
      ])
      #expect(result.exited, "\(name)")
      #expect([0, 1, 65, 75].contains(result.status), "\(name): \(result.status) \(result.errors)")
      if result.status > 1 { #expect(result.errorLines.count == 1, "\(name)") }
    }
  }
}
