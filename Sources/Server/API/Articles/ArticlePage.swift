import PageModel
import Pipeline

/// What is read of a page to make articles.
struct ArticlePage: Sendable {
  let index: Int
  let size: Size
  let text: PageText
  let links: [Link]
  let images: [PlacedImage]

  init(_ index: Int, of publication: OpenPublication) async throws(PageError) {
    self.index = index
    let document = try await publication.textDocument(ofPage: index, .export)
    size = document.size
    text = document.text
    links = try await publication.links(ofPage: index, .export)
    images = try await publication.images(ofPage: index, .export)
  }

  /// Pictures that say something: neither ornaments nor what a whole page stands on.
  var pictures: [PlacedImage] {
    let area = size.width * size.height
    guard area > 0 else { return [] }
    return images.filter { picture in
      guard !picture.isStencil, !picture.isMissing, picture.alternative != .decorative,
        let shown = picture.box.intersection(Rect(size))
      else { return false }
      return (0.02...0.9).contains(shown.width * shown.height / area)
    }
  }
}
