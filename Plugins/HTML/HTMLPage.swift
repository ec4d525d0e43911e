import RectoPageModel

/// One page of HTML.
final class HTMLPage: TextPage, LinksPage, MediaPage, ImagesPage {
  let publication: HTMLPublication
  let index: Int
  let boxes: PageBoxes

  init(_ publication: HTMLPublication, index: Int, size: Size) {
    self.publication = publication
    self.index = index
    boxes = PageBoxes(size)
  }

  var label: String { "\(index + 1)" }
  var rotation: Rotation { .none }

  /// A book for a tablet that is held upright has no facing pages.
  var spreadPosition: SpreadPosition {
    publication.source.book?.orientation == "portrait" ? .alone : .automatic
  }

  /// The content of the page. A page that does not answer is given up.
  func read() throws(PageError) -> PageReading {
    let page = try publication.load(index)
    do throws(PageError) {
      return try page.read()
    } catch {
      publication.unload(index)
      throw error
    }
  }
}
