/// Facts about the sources of a backend, by which programs treat them before they open one.
public struct SourceTraits: Sendable, Hashable {
  /// The extensions of files with a role, in lower case and without a dot. A file with any other
  /// extension is a publication of its own.
  public var roles: [FileRole: [String]]
  /// True if the backend reads files beside a source as well, such as the pictures of a story: when one
  /// of them changes, pages may.
  public var readsFilesBeside: Bool
  /// True if a page is one picture, which `images` lists: rendering more pixels than it has makes
  /// it no sharper.
  public var pagesArePictures: Bool
  /// True if opening a source takes seconds, as when a browser lays it out.
  public var isSlowToOpen: Bool

  public init(
    roles: [FileRole: [String]] = [:], readsFilesBeside: Bool = false,
    pagesArePictures: Bool = false, isSlowToOpen: Bool = false
  ) {
    self.roles = roles
    self.readsFilesBeside = readsFilesBeside
    self.pagesArePictures = pagesArePictures
    self.isSlowToOpen = isSlowToOpen
  }
}

/// The role of a file among the others in its folder.
public enum FileRole: String, Sendable, Hashable, CaseIterable {
  /// A publication that is one with the pictures beside it.
  case story
  /// A page of its folder, or an illustration of a story.
  case picture
  /// Mostly a part of something else, such as a page of HTML.
  case part
}
