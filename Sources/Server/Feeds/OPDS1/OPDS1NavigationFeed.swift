import RectoPageModel
import RectoPipeline

/// The lists that there are, as the navigation feed of OPDS 1.2 that a reader is told first.
struct OPDS1NavigationFeed: Sendable {
  let modified: Timestamp
  let links: SiteLinks

  func write(to xml: inout XMLWriter) {
    xml.element("feed", OPDS1.namespaces) { xml in
      xml.element("id", [:], links.opds1Root)
      xml.element("title", [:], "Recto")
      xml.element("updated", [:], modified.iso8601)
      OPDS1.author(&xml)
      OPDS1.link("self", links.opds1Root, OPDS1.navigation, &xml)
      OPDS1.link("start", links.opds1Root, OPDS1.navigation, &xml)
      OPDS1.search(links, &xml)
      for order in CatalogList.Order.allCases {
        let href = links.opds1(CatalogList(order: order))
        xml.element("entry") { xml in
          xml.element("title", [:], order.title)
          xml.element("id", [:], href)
          xml.element("updated", [:], modified.iso8601)
          xml.element("content", ["type": "text"], order.label)
          OPDS1.link(order.relation, href, OPDS1.acquisition, &xml)
        }
      }
    }
  }
}
