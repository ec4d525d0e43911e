import RectoJSON
import RectoPageModel

/// A page of a catalog as OPDS 2.0 has it: publications, and on the first page of all of them the
/// lists that there are.
struct OPDS2Feed: JSONRepresentable, Sendable {
  let page: CatalogPage
  let links: SiteLinks

  static let mediaType = "application/opds+json"

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("metadata")
      json.object { json in
        json.member("title", page.list.title)
        json.member("modified", page.modified.iso8601)
        json.member("numberOfItems", page.itemCount)
        json.member("itemsPerPage", CatalogPage.itemsPerPage)
        json.member("currentPage", page.number)
      }
      json.key("links")
      json.array(feedLinks) { $0.value($1) }
      // A feed must not be empty (2): without publications it has links to other feeds.
      if !page.list.isSearch && page.number == 1 || page.entries.isEmpty {
        json.key("navigation")
        json.array(CatalogList.Order.allCases) { json, order in
          json.value(
            WebPubLink(
              href: links.opds2(CatalogList(order: order)), type: Self.mediaType,
              relations: [order.relation], title: order.title))
        }
      }
      if !page.entries.isEmpty {
        json.key("publications")
        json.array(page.entries) { json, entry in
          json.value(OPDS2Publication(entry: entry, links: links))
        }
        facets(to: &json)
      }
    }
  }

  private var feedLinks: [WebPubLink] {
    var all = [
      WebPubLink(
        href: links.opds2(page.list, page: page.number), type: Self.mediaType, relations: ["self"]),
      WebPubLink(href: links.opds2Catalog(), type: Self.mediaType, relations: ["start"]),
      WebPubLink(
        href: "\(links.opds2Search){?query}", type: Self.mediaType, relations: ["search"],
        isTemplate: true),
    ]
    // One link a page: links of a feed have to differ, and the first may be the previous one.
    for number in Set(page.neighbors.map(\.page)).sorted() {
      all.append(
        WebPubLink(
          href: links.opds2(page.list, page: number), type: Self.mediaType,
          relations: page.neighbors.filter { $0.page == number }.map(\.relation)))
    }
    return all
  }

  private func facets(to json: inout JSONWriter) {
    json.key("facets")
    json.array(["Order"]) { json, title in
      json.object { json in
        json.key("metadata")
        json.object { $0.member("title", title) }
        json.key("links")
        json.array(CatalogList.Order.allCases) { json, order in
          let list = CatalogList(order: order, words: page.list.words)
          json.value(
            WebPubLink(
              href: links.opds2(list), type: Self.mediaType,
              relations: order == page.list.order ? ["self"] : [], title: order.label))
        }
      }
    }
  }
}

extension CatalogList {
  /// The title above the list.
  var title: String { words.map { "Search: \($0.printable)" } ?? order.title }
}

extension CatalogList.Order {
  /// The name of the list of all publications in this order.
  var title: String {
    switch self {
    case .name: "All publications"
    case .newest: "Newest publications"
    }
  }

  /// The relation by which a catalog names it (OPDS 1.2, 6).
  var relation: String {
    switch self {
    case .name: "subsection"
    case .newest: "http://opds-spec.org/sort/new"
    }
  }
}
