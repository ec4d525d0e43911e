import RectoHTMLBackend
import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

/// Pages that name files which they do not get.
@Suite(.usesBrowser) struct MissingFileTests {
  private func warnings(_ body: String) async throws -> [PageWarning] {
    let folder = try temporaryFolder()
    try folder.write(Fixture.document(body).utf8, to: "page1.html")
    try folder.write("p { margin: 0 }".utf8, to: "there.css")
    let issue = try await Recto(backends: [HTMLBackend()], isolation: .inProcess)
      .open(folder.path)
    _ = try await issue.render(page: 0, RenderRequest())
    return try await issue.info.warnings
  }

  @Test func aFileThatIsNotThereIsAWarningHoweverOftenItIsNamed() async throws {
    // More often than files are listed.
    let images = (0..<12).map { "<img src='art/none.png?\($0)'>" }.joined()
    let warnings = try await warnings(
      "<link rel=stylesheet href=there.css>\(images)<img src=last.png>")
    #expect(
      Set(warnings) == [
        PageWarning(
          code: "missing-file", page: 0,
          message: "the page refers to art/none.png, which does not exist"),
        PageWarning(
          code: "missing-file", page: 0,
          message: "the page refers to last.png, which does not exist"),
      ])
    #expect(warnings.count == 2)
  }

  @Test func aFileOfAHostIsAWarningThatNamesTheHostOnce() async throws {
    let warnings = try await warnings(
      "<img src=https://example.org/a.png><iframe src=https://example.org/b></iframe>"
        + "<img src='data:image/png;base64,AAAA'>")
    #expect(
      warnings.map(\.message) == [
        "the page refers to a file on https://example.org, which is not loaded: put the file beside the page"
      ])
  }

  @Test func oneThatIsThereIsNone() async throws {
    #expect(try await warnings("<link rel=stylesheet href=there.css><p>Tide") == [])
  }
}
