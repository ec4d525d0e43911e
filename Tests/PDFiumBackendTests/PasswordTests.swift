import RectoPageModel
import TestSupport
import Testing

/// PDFs that are encrypted.
@Suite(
  .startsProcesses, .enabled(if: pdfiumPath != nil, Comment(rawValue: needsPDFium)),
  .enabled(if: program("qpdf") != nil, "qpdf is not installed"))
struct PasswordTests {
  private func encrypted(_ password: String) async throws -> [UInt8] {
    let folder = try temporaryFolder()
    let plain = try folder.write(PDFFixture("0 0 50 50 re f").bytes, to: "plain.pdf")
    let locked = folder.path("locked.pdf")
    let result = try await run(
      try #require(program("qpdf")), ["--encrypt", password, "owner", "256", "--", plain, locked])
    #expect(result.status == 0, "\(result.errors)")
    return try bytes(ofFile: locked)
  }

  @Test func ofALongPasswordTheFirst127BytesCount() async throws {
    let password = String(repeating: "a", count: 127)
    let locked = try await encrypted(password)
    #expect(try open(locked, password: password + "tide").pageCount == 1)
    let error = #expect(throws: PageError.self) { try open(locked, password: "b" + password) }
    #expect(error?.code == .needsPassword)
  }
}
