import RectoPageModel

/// An EPUB publication as its package document and its navigation describe it (EPUB 3.3 and
/// OPF 2.0.1): its documents, their order and their names.
public struct Book: Sendable, Hashable {
  /// The version in the package document, such as `3.0`.
  public var version: String
  /// The package document, from the container's root.
  public var packagePath: RelativePath
  public var metadata: BookMetadata
  /// Nil where the book leaves it to its reader.
  public var direction: ReadingDirection?
  /// The rendition of the whole book.
  public var rendition: Rendition
  public var manifest: [ManifestItem]
  /// The pictures that are shown in place of others, by the paths of these.
  public var substitutes: [RelativePath: ManifestItem]
  /// In reading order; every one has a file in the container.
  public var spine: [SpineItem]
  /// The picture that stands for the book.
  public var coverImage: RelativePath?
  /// The document with the cover on it.
  public var coverPage: RelativePath?
  /// The table of contents.
  public var contents: [NavigationEntry]
  /// The pages of a printed edition.
  public var pageList: [NavigationEntry]
  /// The parts by what they are; of EPUB 2 its guide.
  public var landmarks: [NavigationEntry]
  /// Narrations, in the order of the spine.
  public var overlays: [MediaOverlay]
  /// The problems that were skipped or repaired.
  public var warnings: [PageWarning]

  /// The narration of a document, without the clips of others.
  public func overlay(of item: SpineItem) -> MediaOverlay? {
    guard var overlay = overlays.first(where: { $0.path == item.overlay }) else { return nil }
    overlay.clips = overlay.clips(of: item)
    return overlay
  }
}
