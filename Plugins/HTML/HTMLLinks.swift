import RectoBrowser
import RectoPageModel

extension HTMLPage {
  /// The links of the page. Those to another page of the publication lead to that page; the point
  /// is known only there.
  func links() throws(PageError) -> [Link] {
    let reading = try read()
    return reading.links.compactMap { anchor in
      let quads = anchor.boxes.compactMap { $0.intersection(Rect(size)) }.map { Quad($0) }
      guard !quads.isEmpty, let target = target(of: anchor) else { return nil }
      return Link(quads: quads, target: target)
    }
  }

  private func target(of anchor: PageReading.Anchor) -> LinkTarget? {
    guard let place = IssueAddress.parts(of: anchor.address) else {
      // A script is not a target.
      return anchor.address.lowercased().hasPrefix("javascript:") ? nil : .url(anchor.address)
    }
    if let name = anchor.lostName { return .broken("\(place.path)#\(name)") }
    if let page = publication.index(ofPath: place.path) {
      return .page(page, page == index ? anchor.point : nil)
    }
    guard let path = try? RelativePath(place.path), publication.source.files.contains(path) else {
      return .broken(place.path + (place.fragment.map { "#\($0)" } ?? ""))
    }
    // The book knows which of its other documents have pages, and where names are on them.
    return publication.source.isFixed ? .url(anchor.address) : .file(path.text)
  }
}
