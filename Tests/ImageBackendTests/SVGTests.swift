import Foundation
import RectoImageBackend
import RectoPageModel
import RectoRaster
import TestSupport
import Testing

/// Drawings in SVG as pages.
@Suite struct SVGTests {
  private let canvas = Canvas.quadrants(width: 32, height: 24)

  /// The quadrants as four rectangles, at a pixel a point.
  private static let quadrants = svg(
    #"width="32pt" height="24pt" viewBox="0 0 32 24" shape-rendering="crispEdges""#,
    """
    <path fill="#f00" d="M0 0h16v12h-16z"/><path fill="#0f0" d="M16 0h16v12h-16z"/>
    <path fill="#00f" d="M0 12h16v12h-16z"/><path fill="#ff0" d="M16 12h16v12h-16z"/>
    """)

  @Test func aDrawingIsAPageOfItsOwnPixelsAtEveryScale() throws {
    let publication = try open(Self.quadrants, name: "nowhere/a.svg")
    #expect(publication.info.format == "SVG image")
    #expect(publication.info.warnings == [])
    #expect(try publication.canvas() == canvas)
    for scale in [2.0, 5, 40] {
      let large = try publication.canvas(page: 0, RenderRequest(scale: .pixelsPerPoint(scale)))
      let sides = Int(scale)
      #expect(large == Canvas.quadrants(width: 32 * sides, height: 24 * sides))
    }
  }

  @Test func aPartAndATurnShowTheSameDrawing() throws {
    let publication = try open(Self.quadrants)
    var request = RenderRequest()
    request.region = Rect(x: 10, y: 6, width: 12, height: 14)
    #expect(
      try publication.canvas(page: 0, request) == canvas.crop(x: 10, y: 6, width: 12, height: 14))
    request = RenderRequest()
    request.rotation = .quarter
    #expect(try publication.canvas(page: 0, request) == canvas.turned(.quarter))
  }

  @Test func transparentPartsOfADrawingShowTheBackground() throws {
    var request = RenderRequest()
    request.background = .pureGreen
    let drawing = Self.svg(#"width="4pt" height="4pt""#, "")
    #expect(
      try open(drawing).canvas(page: 0, request) == Canvas(width: 4, height: 4, .pureGreen))
  }

  @Test(arguments: [
    (#"width="210mm" height="297mm""#, 595.28, 841.89), (#"width="96" height="48""#, 72, 36),
    (#"width="1in" height="20px""#, 72, 15), (#"viewBox="0 0 300 400""#, 225, 300),
    (#"width="100%" height="100%" viewBox="0 0 40 20""#, 30, 15), ("", 225, 112.5),
  ])
  func aPageHasTheSizeThatTheDrawingStates(
    attributes: String, width: Double, height: Double
  ) throws {
    let size = try open(Self.svg(attributes, "")).page(at: 0).size
    #expect(abs(size.width - width) < 0.01 && abs(size.height - height) < 0.01, "\(size)")
  }

  @Test func textAndPicturesInsideAreDrawn() throws {
    let picture = try Canvas(width: 8, height: 8, .pureBlue).encoded()
    let data = Data(picture).base64EncodedString()
    let drawing = Self.svg(
      #"width="80pt" height="40pt" viewBox="0 0 80 40""#,
      """
      <image x="40" width="40" height="40" href="data:image/png;base64,\(data)"/>
      <text x="2" y="30" font-size="30">水</text>
      """)
    let shown = try open(drawing).canvas()
    #expect(shown[60, 20] == .pureBlue)
    let letter = try #require(shown.crop(x: 0, y: 0, width: 40, height: 40))
    #expect(letter.colors.contains { $0.red < 64 })
  }

  @Test(arguments: [
    "\u{FEFF}", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "<!-- made -->\n  ",
    "<!DOCTYPE svg PUBLIC \"-//W3C//DTD SVG 1.1//EN\" \"svg11.dtd\">",
    "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ATTLIST svg x CDATA #IMPLIED>]>\n",
    "<!--\(String(repeating: "x", count: 3000))-->",
  ])
  func anXMLPrologDoesNotHideTheDrawing(prolog: String) throws {
    let bytes = Array(prolog.utf8) + Self.quadrants
    #expect(ImageBackend().recognizes(SourceProbe(source(bytes))) == .certain)
    #expect(try open(bytes).canvas() == canvas)
  }

  @Test func drawingsArePagesOfFoldersAndArchives() throws {
    let files = ["1.svg": Self.quadrants, "2.png": try canvas.encoded()]
    let folder = try temporaryFolder(files)
    for publication in [
      try open(folder.path), try open(archive(files.map { ZipEntry($0.key, $0.value) })),
    ] {
      #expect(publication.pageCount == 2)
      #expect(try publication.canvas(page: 0) == canvas)
    }
  }

  @Test func aDrawingIsNotAPictureOfThePage() throws {
    let page = try open(Self.quadrants).page(at: 0)
    #expect(try (page as? any ImagesPage)?.images().isEmpty == true)
  }

  // MARK: Hostile

  @Test func filesAndHostsThatADrawingNamesAreNotRead() throws {
    let folder = try temporaryFolder(["red.png": Canvas(width: 8, height: 8, .pureRed).encoded()])
    let path = folder.path("red.png")
    let names = [path, "red.png", "file://\(path)", "http://127.0.0.1:9/red.png", "//127.0.0.1/x"]
    let uses = names.map { name in
      """
      <image width="8" height="8" href="\(name)" xlink:href="\(name)"/>
      <rect width="8" height="8" fill="url(\(name)#f)"/><use href="\(name)#x"/>
      <style>@import "\(name)";</style>
      """
    }
    let drawing = Self.svg(#"width="8pt" height="8pt" viewBox="0 0 8 8""#, uses.joined())
    let place = try folder.write(drawing, to: "a.svg")
    let shown = try open(place).canvas()
    #expect(shown == Canvas(width: 8, height: 8, Color(red: 255, green: 255, blue: 255)))
  }

  private static let bomb =
    (1..<12).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined()

  @Test(arguments: [
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><rect",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" ",
    "<!DOCTYPE svg [<!ENTITY a0 \"x\">\(bomb)]>\(text(svg("", "<text>&a11;</text>")))",
    "<!DOCTYPE svg [<!ENTITY x SYSTEM \"/etc/passwd\">]>\(text(svg("", "<text>&x;</text>")))",
    text(svg("", String(repeating: "<g>", count: 5000) + String(repeating: "</g>", count: 5000))),
    text(svg(#"width="0" height="9""#, "")),
  ])
  func aBadDrawingFailsInASentence(text: String) throws {
    let error = try #require(refusalOrFailure(Array(text.utf8), name: "nowhere/a.svg"))
    #expect([.damaged, .limit, .unsupported, .badRequest].contains(error.code))
    #expect(error.message.count < 300 && !error.message.contains("\n"), "\(error.message)")
  }

  @Test(arguments: ["-9", "1e9", "1e400", "-1e400", "nan", "9parsec"])
  func aSizeThatCannotBeIsStillAPageOrASentence(length: String) throws {
    let drawing = Self.svg("width=\"\(length)\" height=\"\(length)\"", "")
    do {
      let size = try open(drawing).page(at: 0).size
      #expect(size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite)
    } catch {
      #expect((error as? PageError)?.code == .damaged)
    }
  }

  private static func svg(_ attributes: String, _ content: String) -> [UInt8] {
    Array(
      """
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \
      \(attributes)>\(content)</svg>
      """.utf8)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
