/// A publication with a table of contents.
public protocol OutlinedPublication: Publication {
  /// The top entries; none is not an error.
  func outline() throws(PageError) -> [OutlineItem]
}

public struct OutlineItem: Sendable, Hashable {
  public var title: String
  /// Nil for an entry that only groups others.
  public var target: LinkTarget?
  public var children: [OutlineItem]

  public init(title: String, target: LinkTarget?, children: [OutlineItem] = []) {
    self.title = title
    self.target = target
    self.children = children
  }
}
