import PageModel

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
    case .own: page.label
    case .count: "\(index + 1)"
    }
  }

  override func target(_ target: LinkTarget) -> LinkTarget { publication.target(target, in: part) }
}
