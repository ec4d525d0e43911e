/// A page of a `ChannelPublication`. It conforms to every capability; one that the other side
/// lacks gives an empty list.
public final class ChannelPage: Page {
  private let facts: PageFacts
  let publication: ChannelPublication

  init(_ facts: PageFacts, publication: ChannelPublication) {
    self.facts = facts
    self.publication = publication
  }

  public var index: Int { facts.index }
  public var label: String { facts.label }
  public var rotation: Rotation { facts.rotation }
  public var boxes: PageBoxes { facts.boxes }
  public var spreadPosition: SpreadPosition { facts.spreadPosition }

  /// The same as `paint`: the other side fills in the background too.
  public func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try paint(request, on: grid, into: bitmap)
  }

  public func paint(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try publication.paint(page: index, request, on: grid, into: bitmap)
  }
}
