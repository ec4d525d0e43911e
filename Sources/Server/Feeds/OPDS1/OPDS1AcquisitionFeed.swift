import RectoPipeline

/// A page of a catalog as the acquisition feed of OPDS 1.2.
struct OPDS1AcquisitionFeed: Sendable {
  let page: CatalogPage
  let links: SiteLinks

  func write(to xml: inout XMLWriter) {
    let own = links.opds1(page.list, page: page.number)
    xml.element("feed", OPDS1.namespaces) { xml in
      // The pages of one list are one feed (RFC 5005, 3).
      xml.element("id", [:], links.opds1(page.list))
      xml.element("title", [:], page.list.title)
      xml.element("updated", [:], page.modified.iso8601)
      OPDS1.author(&xml)
      OPDS1.link("self", own, OPDS1.acquisition, &xml)
      OPDS1.link("start", links.opds1Root, OPDS1.navigation, &xml)
      OPDS1.link("up", links.opds1Root, OPDS1.navigation, &xml)
      OPDS1.search(links, &xml)
      for (relation, number) in page.neighbors {
        OPDS1.link(relation, links.opds1(page.list, page: number), OPDS1.acquisition, &xml)
      }
      xml.element("opensearch:totalResults", [:], "\(page.itemCount)")
      xml.element("opensearch:itemsPerPage", [:], "\(CatalogPage.itemsPerPage)")
      xml.element(
        "opensearch:startIndex", [:], "\((page.number - 1) * CatalogPage.itemsPerPage + 1)")
      for order in CatalogList.Order.allCases {
        let list = CatalogList(order: order, words: page.list.words)
        xml.element(
          "link",
          [
            "rel": OPDS1.facet, "href": links.opds1(list), "type": OPDS1.acquisition,
            "title": order.label, "opds:facetGroup": "Order",
            "opds:activeFacet": order == page.list.order ? "true" : nil,
          ])
      }
      for entry in page.entries { OPDS1Entry(entry: entry, links: links).write(to: &xml) }
    }
  }
}
