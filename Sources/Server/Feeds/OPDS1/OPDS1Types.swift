import RectoPageModel
import RectoPipeline

/// The media types and names of OPDS 1.2.
enum OPDS1 {
  static let navigation = "application/atom+xml;profile=opds-catalog;kind=navigation"
  static let acquisition = "application/atom+xml;profile=opds-catalog;kind=acquisition"
  static let description = "application/opensearchdescription+xml"
  static let facet = "http://opds-spec.org/facet"
  static let image = "http://opds-spec.org/image"
  static let thumbnail = "http://opds-spec.org/image/thumbnail"
  /// The relation of the page streaming extension.
  static let stream = "http://vaemendis.net/opds-pse/stream"

  /// The namespaces that a feed has names of.
  static let namespaces: KeyValuePairs<String, String?> = [
    "xmlns": "http://www.w3.org/2005/Atom",
    "xmlns:dcterms": "http://purl.org/dc/terms/",
    "xmlns:opds": "http://opds-spec.org/2010/catalog",
    "xmlns:opensearch": "http://a9.com/-/spec/opensearch/1.1/",
    "xmlns:pse": "http://vaemendis.net/opds-pse/ns",
  ]

  /// Writes the link to the search description.
  static func search(_ links: SiteLinks, _ xml: inout XMLWriter) {
    link("search", links.opds1Description, description, &xml)
  }

  static func link(_ relation: String, _ href: String, _ type: String, _ xml: inout XMLWriter) {
    xml.element("link", ["rel": relation, "href": href, "type": type])
  }

  /// Writes the author of a feed (RFC 4287, 4.1.1).
  static func author(_ xml: inout XMLWriter) {
    xml.element("author") { $0.element("name", [:], "Recto") }
  }
}

/// All lists, as the navigation feed of OPDS 1.2 that a reader loads first.
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

/// The description of the catalog's search (OpenSearch 1.1).
struct OpenSearchDescription: Sendable {
  let links: SiteLinks

  func write(to xml: inout XMLWriter) {
    xml.element(
      "OpenSearchDescription", ["xmlns": "http://a9.com/-/spec/opensearch/1.1/"]
    ) { xml in
      xml.element("ShortName", [:], "Recto")
      xml.element("Description", [:], "Publications by their names, titles and authors")
      xml.element("InputEncoding", [:], "UTF-8")
      xml.element("OutputEncoding", [:], "UTF-8")
      xml.element(
        "Url",
        [
          "type": OPDS1.acquisition, "indexOffset": "1", "pageOffset": "1",
          "template": "\(links.opds1Search)?q={searchTerms}&page={startPage?}",
        ])
    }
  }
}
