import Foundation
import TestSupport
import Testing

/// Which engine reads a PDF, as the command line has it.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct ChoiceTests {
  private let quay = (samplesFolder() ?? "") + "/quay.pdf"

  private func backend(
    _ arguments: [String], _ environment: [String: String]
  ) async throws -> (id: String, errors: String, warnings: [String]) {
    let result = try await runRecto(
      ["info", quay, "--json"] + arguments, environment: environment)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    let backend = try #require(answer["backend"] as? [String: String])
    let warnings = answer["warnings"] as? [[String: Any]] ?? []
    return (
      backend["id"] ?? "", result.errors, warnings.compactMap { $0["message"] as? String }
    )
  }

  @Test(.needsPoppler, .enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
  func theEngineThatIsNamedReads() async throws {
    #expect(try await backend([], pdfiumEnvironment).id == "pdf")
    #expect(try await backend(["--engine", "poppler"], pdfiumEnvironment).id == "pdf")
    #expect(try await backend(["--engine", "pdfium"], pdfiumEnvironment).id == "pdfium")
  }

  @Test(
    .enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)),
    arguments: ["VIRTUAL_ENV", "HOME", "PATH"])
  func pdfiumIsFoundInAPythonEnvironment(named variable: String) async throws {
    let folder = try temporaryFolder()
    let prefix = folder.path + (variable == "HOME" ? "/.local" : "")
    let packages = "\(prefix)/lib/python3.9/site-packages"
    let files = FileManager.default
    for made in [packages, "\(prefix)/bin"] {
      try files.createDirectory(atPath: made, withIntermediateDirectories: true)
    }
    let library = URL(fileURLWithPath: try #require(pdfiumPath)).deletingLastPathComponent().path
    try files.createSymbolicLink(
      atPath: "\(packages)/pypdfium2_raw", withDestinationPath: library)
    try files.createSymbolicLink(
      atPath: "\(prefix)/bin/python3", withDestinationPath: "/bin/true")
    var environment = ["RECTO_PDFIUM": "", "VIRTUAL_ENV": "", "HOME": "", "PATH": "/usr/bin:/bin"]
    environment[variable] = variable == "PATH" ? "\(prefix)/bin:/usr/bin:/bin" : folder.path
    let found = try await backend(["--engine", "pdfium"], environment)
    #expect(found.id == "pdfium", "\(found.warnings)")
  }

  @Test(.needsPoppler, .enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)))
  func bothEnginesAreListedWithTheirVersions() async throws {
    let result = try await runRecto(["plugins"], environment: pdfiumEnvironment)
    #expect(result.text.contains(/pdf  [0-9]+\+poppler-/))
    #expect(result.text.contains(/pdfium  [0-9]+\+pdfium-/))
  }

  @Test func anEngineThatThereIsNotIsAMistakeOfTheCommandLine() async throws {
    let result = try await runRecto(["info", quay, "--engine", "acrobat"])
    #expect(result.status == 64)
    #expect(result.errors.contains("pdfium"))
    #expect(result.errors.contains("poppler") || !hasPoppler)
  }

  /// No library, a file that is not a library, another library, and a PDFium without functions.
  @Test(.needsPoppler, arguments: ["missing", "text", "other"])
  func whereThereIsNoPDFiumPopplerServesAndASentenceSaysWhy(kind: String) async throws {
    let folder = try temporaryFolder()
    let path =
      switch kind {
      case "missing": "\(folder.path)/libpdfium.so"
      case "text": try folder.write(Array("no library".utf8), to: "libpdfium.so")
      default: try await library("int nothing;", in: folder)
      }
    let found = try await backend(["--engine", "pdfium"], ["RECTO_PDFIUM": path])
    #expect(found.id == "pdf")
    let warning = try #require(found.warnings.first)
    #expect(warning.hasPrefix("another engine than pdfium opened it: "))
    #expect(
      kind == "other"
        ? warning.contains("is not PDFium") : warning.contains("PDFium cannot be loaded"))
  }

  @Test(.needsPoppler) func aPDFiumWithoutAFunctionIsOneOfAnotherVersion() async throws {
    let folder = try temporaryFolder()
    let path = try await library("void FPDF_InitLibrary(void) {}", in: folder)
    let found = try await backend(["--engine", "pdfium"], ["RECTO_PDFIUM": path])
    #expect(found.id == "pdf")
    #expect(found.warnings.first?.contains("is a PDFium of another version, without FPDF_") == true)
  }

  private func library(_ source: String, in folder: TemporaryFolder) async throws -> String {
    let file = try folder.write(Array("\(source)\n".utf8), to: "other.c")
    let made = try await run(
      "/usr/bin/cc", ["-shared", "-fPIC", "-o", folder.path("libpdfium.so"), file])
    #expect(made.status == 0, "\(made.errors)")
    return folder.path("libpdfium.so")
  }
}
