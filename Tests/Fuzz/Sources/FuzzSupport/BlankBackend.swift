import RectoPageModel

/// Opens anything as three pages without anything on them.
public struct BlankBackend: PageBackend {
  public let info = BackendInfo(
    id: "blank", version: "1", mediaTypes: [], fileExtensions: [], capabilities: [])

  public init() {}

  public func recognizes(_ probe: SourceProbe) -> Confidence { .certain }

  public func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    BlankPublication()
  }
}

private final class BlankPublication: Publication {
  let info = PublicationInfo(format: "blank", capabilities: [])
  let pageCount = 3

  func page(at index: Int) throws(PageError) -> any Page {
    guard (0..<pageCount).contains(index) else {
      throw PageError(.noSuchPage, "there is no page \(index &+ 1)")
    }
    return BlankPage(index: index)
  }
}

private final class BlankPage: Page {
  let index: Int
  let label = ""
  let rotation = Rotation.none
  let boxes = PageBoxes(Size(width: 100, height: 50))
  let spreadPosition = SpreadPosition.automatic

  init(index: Int) { self.index = index }

  func render(_ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap) {}
}
