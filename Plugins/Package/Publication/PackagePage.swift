import RectoPageModel

/// A page of a part, at its place in the whole.
final class PackagePage: ForwardedPage {
  private let part: Part
  private let publication: PackagePublication

  init(_ page: any Page, at index: Int, part: Part, publication: PackagePublication) {
    self.part = part
    self.publication = publication
    super.init(page, at: index)
  }

  override var label: String {
    switch part.label {
    case .cover: "Cover"
    case .own: super.label
    case .count: "\(index + 1)"
    }
  }

  override func target(_ target: LinkTarget) -> LinkTarget { publication.target(target, in: part) }

  /// Files of a part are called by their paths in the whole.
  override func media() throws(PageError) -> [MediaItem] {
    try super.media().map { medium in
      var medium = medium
      if medium.isEmbedded { medium.name = medium.name.map { "\(part.path.text)/\($0)" } }
      return medium
    }
  }
}
