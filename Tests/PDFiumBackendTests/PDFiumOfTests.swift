import Foundation
import RectoPDFiumBackend
import RectoPageModel
import TestSupport
import Testing

/// PDFium's library: the one that `$RECTO_PDFIUM` names, or that of the tests' Python environment.
let pdfiumPath: String? = {
  let environment = ProcessInfo.processInfo.environment
  if let named = environment["RECTO_PDFIUM"], !named.isEmpty { return named }
  guard let python = environment["RECTO_TEST_PYTHON"] else { return nil }
  let folder =
    URL(fileURLWithPath: python).deletingLastPathComponent().deletingLastPathComponent()
    .path + "/lib"
  let versions = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return versions.sorted().map { "\(folder)/\($0)/site-packages/pypdfium2_raw/libpdfium.so" }
    .first { FileManager.default.fileExists(atPath: $0) }
}()

let needsPDFium = "neither RECTO_PDFIUM nor the Python of RECTO_TEST_PYTHON has libpdfium.so"

/// The environment in which `recto` finds it.
var pdfiumEnvironment: [String: String] { ["RECTO_PDFIUM": pdfiumPath ?? ""] }

/// A fixture as PDFium opens it in this process.
func open(
  _ fixture: PDFFixture, password: String? = nil
) throws -> any Publication { try open(fixture.bytes, password: password) }

func open(_ bytes: [UInt8], password: String? = nil) throws -> any Publication {
  try PDFiumBackend(library: pdfiumPath).open(
    Source(path: "fixture.pdf", content: .file(FileBytes(bytes))),
    options: OpenOptions(password: password))
}

func page(_ fixture: PDFFixture) throws -> any Page { try open(fixture).page(at: 0) }

func text(_ page: any Page) throws -> PageText { try #require(page as? any TextPage).text() }

extension PageText {
  var words: [TextWord] { blocks.flatMap(\.lines).flatMap(\.words) }
}
