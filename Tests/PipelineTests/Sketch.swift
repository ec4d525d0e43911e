import RectoPageModel

/// A backend whose pages say what they do, for the pipeline's own logic.
struct Sketch: PageBackend {
  var id = "sketch"
  var extensions = ["sketch"]
  var confidence: @Sendable (SourceProbe) -> Confidence = { _ in .certain }
  var direction = ReadingDirection.leftToRight
  var hasCoverAlone = true
  var pages: [SketchedPage] = []
  /// The files beside the source that it reads.
  var companions: [String] = []
  var engine: String?
  var isInstalled = true
  /// True if its pages are counted by laying text out.
  var isLaidOut = false
  /// The page count before all is laid out, and after that too; nil if the count is exact.
  var estimatedPageCount: Int?
  /// The error of opening.
  var refusal: PageError?
  /// Called when the source is opened; what it throws is what opening throws.
  var onOpen: (@Sendable () throws(PageError) -> Void)?

  var info: BackendInfo {
    BackendInfo(
      id: id, version: "1", mediaTypes: [], fileExtensions: extensions, capabilities: [],
      engine: engine)
  }

  func recognizes(_ probe: SourceProbe) -> Confidence { confidence(probe) }

  func companions(ofSourceAt path: String) -> [String] { companions }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    if let refusal { throw refusal }
    try onOpen?()
    return isLaidOut ? LaidOutSketch(self) : SketchPublication(self)
  }
}

/// The content of one page.
struct SketchedPage: Sendable {
  var size = Size(width: 10, height: 20)
  var rotation = Rotation.none
  var color: Color?
  var position = SpreadPosition.automatic
  var images: [Rect] = []
  var text = PageText.none
  /// Called when the text is read.
  var onText: (@Sendable () -> Void)?
  /// Called when the page is rendered; what it throws is what the page throws.
  var onRender: (@Sendable (Bitmap) throws(PageError) -> Void)?
  /// Draws on the pixels that the grid says where they are.
  var onDraw: (@Sendable (PixelGrid, Bitmap) -> Void)?
}

private class SketchPublication: Publication {
  let sketch: Sketch

  init(_ sketch: Sketch) {
    self.sketch = sketch
  }

  var pageCount: Int { sketch.pages.count }

  var info: PublicationInfo {
    PublicationInfo(
      format: "sketch", direction: sketch.direction, hasCoverAlone: sketch.hasCoverAlone,
      capabilities: [])
  }

  func page(at index: Int) throws(PageError) -> any Page {
    guard sketch.pages.indices.contains(index) else { throw .noPage(at: index, of: pageCount) }
    return SketchPage(index, sketch.pages[index])
  }
}

private final class LaidOutSketch: SketchPublication, CountedPublication {
  var pageCountSoFar: PageCount {
    PageCount(sketch.estimatedPageCount ?? pageCount, isEstimated: sketch.estimatedPageCount != nil)
  }

  func countPages() {}
}

private final class SketchPage: ImagesPage, TextPage {
  let index: Int
  private let page: SketchedPage

  init(_ index: Int, _ page: SketchedPage) {
    self.index = index
    self.page = page
  }

  var label: String { "\(index + 1)" }
  var rotation: Rotation { page.rotation }
  var boxes: PageBoxes { PageBoxes(page.size) }
  var spreadPosition: SpreadPosition { page.position }

  func images() throws(PageError) -> [PlacedImage] {
    page.images.map { PlacedImage(box: $0, pixelSize: nil) }
  }

  func text() throws(PageError) -> PageText {
    page.onText?()
    return page.text
  }

  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) throws(PageError) {
    try page.onRender?(bitmap)
    if let color = page.color { bitmap.fill(color) }
    page.onDraw?(grid, bitmap)
  }
}

/// The error that `body` ends with, or nil.
func failure(_ body: () async throws -> Void) async -> PageError? {
  do {
    try await body()
    return nil
  } catch {
    return error as? PageError
  }
}

/// The color of one pixel of an opaque bitmap.
func color(of bitmap: Bitmap, x: Int, y: Int) -> Color {
  let width = bitmap.size.width
  let pixel = bitmap.withPixels { $0.bindMemory(to: UInt32.self)[y * width + x] }
  return Color(
    red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
    blue: UInt8(truncatingIfNeeded: pixel))
}
