/// A publication with parts that can be shown and hidden (ISO 32000-2, 8.11).
public protocol LayersPublication: Publication {
  func layers() throws(PageError) -> [Layer]
}

public struct Layer: Sendable, Hashable {
  /// The key for `RenderRequest.layers`: the titles from the top down, joined by `/`.
  public var id: String
  public var title: String
  public var isVisible: Bool
  public var children: [Layer]

  public init(id: String, title: String, isVisible: Bool, children: [Layer] = []) {
    self.id = id
    self.title = title
    self.isVisible = isVisible
    self.children = children
  }
}
