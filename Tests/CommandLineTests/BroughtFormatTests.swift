import TestSupport
import Testing

/// Formats of other libraries, in workers: what opens shows its page, what does not says why.
@Suite struct BroughtFormatTests {
  private static let drawing =
    #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink""#

  /// A red pixel as PNG.
  private static let pixel =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

  @Test func aDrawingWithTextAndAPictureIsDrawnInAWorker() async throws {
    let folder = try temporaryFolder()
    let source = """
      \(Self.drawing) width="40" height="20">
      <image width="20" height="20" l:href="data:image/png;base64,\(Self.pixel)"/>
      <text x="22" y="16" font-size="16">水</text></svg>
      """
    let path = try folder.write(Array(source.utf8), to: "a.svg")
    let result = try await runRecto(["render", "--scale", "4", path, "-f", "ppm", "-o", "-"])
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let pixels = Array(result.output.suffix(120 * 60 * 3))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[((y * 120 + x) * 3)...].prefix(3)) }
    #expect(pixel(30, 30) == [255, 0, 0])
    #expect((66..<120).contains { x in (0..<60).contains { pixel(x, $0)[0] < 64 } })
  }

  @Test(arguments: [
    ("a.svg", "\(drawing) width=\"9\" height=\"9\"><rect", 65, "the SVG image is damaged"),
    ("a.svg", "\(drawing) width=\"1e9\" height=\"1e9\"/>", 75, "smaller scale"),
    ("a.bmp", "BM\0\0\0\0\0\0\0\0\0\0\0\0\u{28}\0\0\0", 65, "the BMP image is damaged"),
    ("a.psd", "8BPS\0\u{1}", 65, "PSD images are not supported"),
  ])
  func aBadFileIsRefusedInASentence(
    name: String, content: String, status: Int32, words: String
  ) async throws {
    let folder = try temporaryFolder()
    let path = try folder.write(Array(content.utf8), to: name)
    expectRefusal(try await runRecto(["render", path, "-o", folder.path("out/")]), status, words)
  }

  @Test(
    .needsBooks,
    arguments: [
      ("a.fb2", "<FictionBook><body><section>", 65, "the FictionBook is not read"),
      ("a.mobi", "Tide\(String(repeating: "\0", count: 56))BOOKMOBI", 65, "Kindle book is damaged"),
    ])
  func aBadBookIsRefusedInASentence(
    name: String, content: String, status: Int32, words: String
  ) async throws {
    try await aBadFileIsRefusedInASentence(
      name: name, content: content, status: status, words: words)
  }

  @Test(.needsBooks) func aFictionBookHasPagesOfText() async throws {
    let folder = try temporaryFolder()
    let book = """
      <?xml version="1.0" encoding="UTF-8"?>
      <FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info>
      <book-title>Quay</book-title><lang>en</lang></title-info></description><body>
      <section><title><p>Harbor</p></title><p>The lamp is lit.</p></section></body></FictionBook>
      """
    let path = try folder.write(Array(book.utf8), to: "a.fb2")
    #expect(try await plainAnswer("text", path) == "Harbor\n\nThe lamp is lit.\n\u{C}")
    #expect(try await plainAnswer("outline", path) == "Harbor  page 1\n")
  }

  @Test func aDrawingThatTakesTooLongIsGivenUp() async throws {
    let folder = try temporaryFolder()
    let blur = #"<filter id="f"><feTurbulence numOctaves="9999" baseFrequency="0.01"/></filter>"#
    let rects = String(
      repeating: ##"<rect width="2000" height="2000" filter="url(#f)"/>"##, count: 100)
    let source = "\(Self.drawing) width=\"2000\" height=\"2000\">\(blur)\(rects)</svg>"
    let path = try folder.write(Array(source.utf8), to: "a.svg")
    let options = ["--time-limit", "0.5", "-o", folder.path("out/")]
    expectRefusal(try await runRecto(["render", path] + options), 75, "--time-limit")
  }
}
