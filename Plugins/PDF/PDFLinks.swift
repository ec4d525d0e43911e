import CRectoPoppler
import CRectoPopplerPage
import Glibc
import RectoPageModel

extension PDFPage: LinksPage {
  /// Calls `poppler_page_get_link_mapping`, whose list is in reverse order.
  func links() throws(PageError) -> [Link] {
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    let quads = statedQuads()
    return elements(list, of: PopplerLinkMapping.self).reversed().enumerated()
      .compactMap { number, element in
        let mapping = element.pointee
        guard let action = mapping.action, let target = publication.target(of: action) else {
          return nil
        }
        let area = geometry.shownUpToPage.apply(Rect(mapping.area))
        return Link(quads: active(quads[number] ?? [], in: area), target: target)
      }
  }

  /// The areas that links state, by the index of the link. Calls `recto_page_link_quads`.
  private func statedQuads() -> [Int: [Quad]] {
    var count = 0
    guard let list = recto_page_link_quads(page, &count) else { return [:] }
    defer { free(list) }
    return UnsafeBufferPointer(start: list, count: count).reduce(into: [:]) { quads, stated in
      let (x, y) = (stated.x, stated.y)
      let quad = Quad(
        topLeft: Point(x: x.0, y: y.0), topRight: Point(x: x.1, y: y.1),
        bottomRight: Point(x: x.2, y: y.2), bottomLeft: Point(x: x.3, y: y.3))
      quads[Int(stated.link), default: []].append(geometry.userToPage.apply(quad))
    }
  }

  /// The stated areas, or the link's rectangle where one of them lies outside of it (ISO 32000-2,
  /// 12.5.6.5) or is empty. Writers round, so that a point beyond is allowed.
  private func active(_ quads: [Quad], in area: Rect) -> [Quad] {
    let most = area.insetBy(-1)
    let areValid = quads.allSatisfy { quad in
      let bounds = quad.bounds
      return bounds.width > 0 && bounds.height > 0 && quad.corners.allSatisfy(most.contains)
    }
    return quads.isEmpty || !areValid ? [Quad(area)] : quads
  }
}
