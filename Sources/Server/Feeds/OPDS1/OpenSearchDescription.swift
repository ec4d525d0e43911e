import RectoPipeline

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
