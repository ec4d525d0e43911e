import CRectoCairo
import RectoPageModel
import RectoRaster
import RectoTypesetting

extension TextPublication: PDFWritingPublication {
  /// Text is text, in the order in which it is drawn; links, outline and page labels are the
  /// publication's own. Pages are as large as the trimmed page.
  func pdf(_ request: PDFRequest) throws(PageError) -> [UInt8] {
    guard !request.pages.isEmpty else {
      throw PageError(.badRequest, "a PDF needs at least one page")
    }
    let writer = try PDFWriter(self, request)
    return try writer.write()
  }
}

/// Writes pages of a publication into one PDF.
private struct PDFWriter {
  private let publication: TextPublication
  private let request: PDFRequest
  private let document: PDFDocument
  /// The index in the PDF, from 0, of each page of the publication.
  private let places: [Int: Int]
  /// The targets of links, by their page, with the names of the places there.
  private var destinations: [Int: [Point: String]] = [:]

  init(_ publication: TextPublication, _ request: PDFRequest) throws(PageError) {
    self.publication = publication
    self.request = request
    document = try PDFDocument(limit: request.limit)
    places = Dictionary(
      request.pages.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { $1 })
  }

  mutating func collectDestinations() throws(PageError) {
    for index in places.keys.sorted() {
      for link in try page(index).links() {
        guard case .page(let target, let point) = link.target, places[target] != nil else {
          continue
        }
        let place = point ?? Point(x: 0, y: 0)
        destinations[target, default: [:]][place] = "\(target) \(place.x) \(place.y)"
      }
    }
  }

  func write() throws(PageError) -> [UInt8] {
    var writer = self
    try writer.collectDestinations()
    document.setMetadata(
      publication.layout.metadata, isDeterministic: request.isDeterministic)
    for (place, index) in request.pages.enumerated() {
      // Links to a page that occurs twice lead to the last occurrence.
      try writer.add(try page(index), isTarget: places[index] == place)
    }
    addOutline(try publication.outline(), below: 0)
    return try document.finish()
  }

  private func page(_ index: Int) throws(PageError) -> LayoutPage {
    guard let page = try publication.page(at: index) as? LayoutPage else {
      throw PageError(.bug, "page \(index + 1) does not belong to a layout")
    }
    return page
  }

  private func add(_ page: LayoutPage, isTarget: Bool) throws(PageError) {
    let elements = try page.elements()
    let links = try page.links()
    try document.addPage(page.size, label: page.label) { context throws(PageError) in
      try page.draw(elements, on: context, scale: request.pictureDotsPerInch / 72)
      for link in links { add(link) }
      // After the background, before which Cairo forgets everything.
      if isTarget {
        for (point, name) in (destinations[page.index] ?? [:]).sorted(by: { $0.value < $1.value }) {
          document.addDestination(name, at: point)
        }
      }
    }
  }

  private func add(_ link: Link) {
    let areas = link.quads.map(\.bounds)
    switch link.target {
    case .page(let page, let point):
      guard let name = destinations[page]?[point ?? Point(x: 0, y: 0)] else { return }
      document.addLink(areas, to: .destination(name))
    case .url(let url): document.addLink(areas, to: .url(url))
    case .file, .action, .broken: break
    }
  }

  /// Headings on pages that are left out are left out; headings below them move up.
  private func addOutline(_ items: [OutlineItem], below parent: Int32) {
    for item in items {
      var number = parent
      if case .page(let page, let point) = item.target, let place = places[page] {
        number = document.addOutlineItem(
          item.title, page: place, at: point ?? Point(x: 0, y: 0), below: parent)
      }
      addOutline(item.children, below: number)
    }
  }
}
