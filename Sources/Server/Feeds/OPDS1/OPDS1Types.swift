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
