import CRectoPoppler
import RectoPageModel

extension PDFPage: LinksPage {
  /// Calls `poppler_page_get_link_mapping`, whose list is in reverse order.
  func links() throws(PageError) -> [Link] {
    let list = poppler_page_get_link_mapping(page)
    defer { poppler_page_free_link_mapping(list) }
    return elements(list, of: PopplerLinkMapping.self).reversed().compactMap { element in
      let mapping = element.pointee
      guard let action = mapping.action, let target = publication.target(of: action) else {
        return nil
      }
      let area = geometry.shownUpToPage.apply(Rect(mapping.area))
      return Link(quads: [Quad(area)], target: target)
    }
  }
}
