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

  var spreadPosition: SpreadPosition { publication.spreadPosition(ofPage: index) }

  /// The content of the page. A page that does not answer is given up.
  func read() throws(PageError) -> PageReading {
    let page = try publication.load(index)
    do throws(PageError) {
      let reading = try page.read()
      if reading.isCut { publication.noteCut(index) }
      return reading
    } catch {
      publication.unload(index)
      throw error
    }
  }
}
