/// A page with places that lead elsewhere.
public protocol LinksPage: Page {
  func links() throws(PageError) -> [Link]
}

public struct Link: Sendable, Hashable {
  /// The active areas: one, or one a line where the link breaks across lines.
  public var quads: [Quad]
  public var target: LinkTarget

  public init(quads: [Quad], target: LinkTarget) {
    self.quads = quads
    self.target = target
  }
}

public enum LinkTarget: Sendable, Hashable {
  /// A page's index from 0, and the place on it where the target states one.
  case page(Int, Point?)
  /// The URL in the source, unchecked.
  case url(String)
  /// A page of another file.
  case file(String)
  /// A named action of the reader, such as `NextPage`.
  case action(String)
  /// A destination that the publication does not have.
  case broken(String)
}
