import RectoPageModel

/// An open part of a package, and where its pages are in the whole.
struct Part {
  let path: RelativePath
  let title: String?
  let publication: any Publication
  /// Indices of its pages, in the order in which they are shown.
  let pages: [Int]
  /// The index in the whole of the first of them.
  let start: Int
  let label: Label
  private let places: [Int: Int]

  enum Label: Hashable {
    /// The number in the whole.
    case count
    /// The part's own value.
    case own
    case cover
  }

  init(
    _ publication: any Publication, path: RelativePath, title: String?, pages: [Int], start: Int,
    label: Label
  ) {
    self.path = path
    self.title = title
    self.publication = publication
    self.pages = pages
    self.start = start
    self.label = label
    places = Dictionary(
      pages.enumerated().map { ($1, start + $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index in the whole of one of the part's own; nil if it is not shown.
  func place(of page: Int) -> Int? { places[page] }
}
