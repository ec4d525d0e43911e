import RectoHTMLBackend
import RectoPageModel
import RectoPipeline
import RectoWorkers
import TestSupport
import Testing

/// A page that is a file of the disk, with the files beside it.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct LonePageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try temporaryFolder()
    let page = """
      <!doctype html><title>Tides</title><link rel="stylesheet" href="tides_files/look.css?v=2">
      <body><p class="low">Low water</p><div class="mark"></div>
      <script src="tides_files/say.js"></script>
      <script>fetch("other" + ".css").then(a => a.text()).then(a => document.body.append("seen " + a))</script>
      """
    try folder.write(page.utf8, to: "tides.html")
    try folder.write(
      """
      @import 'more.css'; body { margin: 0 } .low { display: none }
      """.utf8, to: "tides_files/look.css")
    try folder.write(
      ".mark { width: 40px; height: 40px; background: url(../art/red%20dot.svg) }".utf8,
      to: "tides_files/more.css")
    try folder.write(
      "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='40'><rect width='40' height='40' fill='#f00'/></svg>"
        .utf8, to: "art/red dot.svg")
    try folder.write("document.body.append('High water')".utf8, to: "tides_files/say.js")
    try folder.write("secret".utf8, to: "other.css")
  }

  private func open(_ path: String) async throws -> OpenPublication {
    let pool = WorkerPool(zygote: try Zygote.spawn(try rectoExecutable()), count: 1)
    return try await Recto(backends: [HTMLBackend()], isolation: .workers(pool)).open(path)
  }

  @Test func itHasTheFilesThatItAndItsStyleSheetsName() async throws {
    let issue = try await open(folder.path("tides.html"))
    let words = try await issue.text(ofPage: 0).plain
    #expect(words.contains("High water") && !words.contains("Low water"))
    let image = try await issue.render(page: 0, RenderRequest(scale: .pixelsPerPoint(4.0 / 3)))
    let start = (10 * image.size.width + 10) * 4
    let pixel = image.withPixels { Array($0[start..<start + 3]) }
    #expect(pixel == [0, 0, 255], "the style sheet's picture is drawn in red")
  }

  @Test func itHasNoFileThatItDoesNotName() async throws {
    let words = try await open(folder.path("tides.html")).text(ofPage: 0).plain
    #expect(!words.contains("secret"))
  }
}
