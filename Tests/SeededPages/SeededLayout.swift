import Glibc
import RectoImageBackend
import RectoPDFBackend
import RectoPageModel
import RectoPipeline
import RectoRaster
import RectoSnapshots
import RectoTextBackend

/// A page with what pages have on them - a heading, paragraphs, a photograph, a drawing, an area, a
/// line, a caption - and its variants.
public struct SeededLayout: Sendable {
  public var layout = Self.standardLayout
  public var story = Self.standardStory
  public var hasPictures = true

  public init() {}

  /// 150 dpi.
  public static let request = RenderRequest(
    scale: .pixelsPerPoint(150.0 / 72), isDeterministic: true)

  /// With a passage of the layout or the story exchanged for another.
  public func replacing(_ passage: String, with other: String) -> SeededLayout {
    var variant = self
    precondition(layout.contains(passage) || story.contains(passage), "no such passage: \(passage)")
    variant.layout = layout.replacing(passage, with: other)
    variant.story = story.replacing(passage, with: other)
    return variant
  }

  /// The first page, drawn by the text backend.
  public func snapshot(_ request: RenderRequest = Self.request) async throws -> PageSnapshot {
    let folder = try makeFolder()
    defer { removeFolder(folder) }
    return try await publication(folder).snapshot(ofPage: 0, request)
  }

  /// The first page as it is drawn by Poppler and Cairo from a PDF of it, with the words of the
  /// layout, which both draw.
  public func snapshotOfPDF(_ request: RenderRequest = Self.request) async throws -> PageSnapshot {
    try await snapshot(request) { path in
      let backends: [any PageBackend] = [PDFBackend()]
      return try await Recto(backends: backends, isolation: .inProcess).open(path)
        .render(page: 0, request)
    }
  }

  /// The first page with the picture that `draw` makes of a PDF of it, which it finds at a path.
  public func snapshot(
    _ request: RenderRequest = Self.request, draw: (String) async throws -> Bitmap
  ) async throws -> PageSnapshot {
    let folder = try makeFolder()
    defer { removeFolder(folder) }
    let publication = try await publication(folder)
    let pdf = try await publication.pdf(PDFRequest(pages: [0], isDeterministic: true))
    try writeFile(pdf, to: "\(folder)/page.pdf")
    var snapshot = try await publication.snapshot(ofPage: 0, request)
    snapshot.picture = try await draw("\(folder)/page.pdf")
    return snapshot
  }

  private func publication(_ folder: String) async throws -> OpenPublication {
    let backend = TextBackend(pictures: [ImageBackend()])
    return try await Recto(backends: [backend], isolation: .inProcess).open(folder)
  }

  /// A folder for temporary files with the layout in it.
  private func makeFolder() throws -> String {
    let folder = try makeUniqueFolder("\(temporaryFolder)/recto-seeded-")
    do {
      try writeFile(Array(layout.utf8), to: "\(folder)/layout.json")
      try writeFile(Array(story.utf8), to: "\(folder)/story.md")
      try write(Self.photo, to: "\(folder)/photo.png")
      try write(Self.drawing, to: "\(folder)/drawing.png")
    } catch {
      removeFolder(folder)
      throw error
    }
    return folder
  }

  private func removeFolder(_ folder: String) {
    for name in ["layout.json", "story.md", "photo.png", "drawing.png", "page.pdf"] {
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
  }

  private func write(_ canvas: Canvas, to path: String) throws {
    try ImageEncoder().encode(canvas.bitmap, EncodeOptions(format: .png)) {
      bytes throws(PageError) in
      try writeFile(bytes, to: path)
    }
  }

  /// Waves of many colors with some grain, as a photograph has.
  private static let photo = Canvas(width: 320, height: 240) { x, y in
    let wave = sin(Double(x) / 17) * cos(Double(y) / 23) * 60
    let grain = Double((x &* 7919 &+ y &* 104_729) % 23)
    return Color(
      red: UInt8(110 + wave + grain), green: UInt8(100 + Double(y) / 3 + grain / 2),
      blue: UInt8(180 - wave / 2 - Double(x) / 5 + grain))
  }

  /// A ring on one color.
  private static let drawing = Canvas(width: 160, height: 160) { x, y in
    let distance = hypot(Double(x) - 80, Double(y) - 80)
    return abs(distance - 50) < 12
      ? Color(red: 200, green: 69, blue: 45) : Color(red: 255, green: 255, blue: 255)
  }

  private static let standardStory = """
    # The harbor at night

    The quay lies still, and the boats knock softly against the wood. Nobody who has walked here
    once forgets the long sound of the horn, which was built in 1889 and has not changed since.

    First the ebb takes the light boats out over the bar, one after the other, with hardly a wave.
    Then the flood brings them back. The pilots wait in the café “Zur Flut” until it does.

    Whoever waits longest sees the lamp on the breakwater go out. It is the last of its kind.
    """

  private static let standardLayout = """
    {
      "stories": {"story": "story.md", "caption": {"text": "AVENUE TO VALLEY, at low water"}},
      "styles": {
        "body": {"font-family": "EB Garamond 12, EB Garamond", "font-size": 11,
                 "line-height": "15pt", "text-align": "start", "hyphens": "none",
                 "color": "#101010"},
        "heading1": {"font-size": 22, "line-height": "28pt", "color": "#0f5c6e"},
        "caption-text": {"font-family": "Lato", "font-size": 9, "letter-spacing": 0}
      },
      "size": {"width": 420, "height": 595}, "margins": 36, "background": "#ffffff",
      "pages": [{
        "frames": [{"thread": "story", "x": 36, "y": 36, "width": 348, "height": 300}],
        "texts": [{"text": "AVENUE TO VALLEY, at low water", "style": "caption-text", "x": 36,
                   "y": 484, "width": 250, "height": 14},
                  {"text": "Tides 04:12", "style": "caption-text", "x": 312, "y": 380,
                   "width": 70, "height": 14}],
        "pictures": [{"file": "photo.png", "x": 36, "y": 360, "width": 153.6, "height": 115.2},
                     {"file": "drawing.png", "x": 211.2, "y": 360, "width": 76.8, "height": 76.8}],
        "fills": [{"x": 307.2, "y": 360, "width": 76.8, "height": 115.2, "color": "#f3ecdf"}],
        "rules": [{"from": [36, 345.6], "to": [384, 345.6], "width": 0.96, "color": "#c8452d"}]
      }]
    }
    """
}
