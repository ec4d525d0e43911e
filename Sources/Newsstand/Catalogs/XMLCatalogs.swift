import RectoMarkup
import RectoPageModel

/// Reads a catalog in one of the formats that are XML.
func readXMLCatalog(_ bytes: [UInt8], base: CatalogBase) throws(NewsstandError) -> Catalog {
  let result: Result<Catalog, NewsstandError>
  do throws(PageError) {
    result = try XMLDocument(FileBytes(bytes), as: .xml).withRoot { root in
      Result { () throws(NewsstandError) in try readCatalog(root, base: base) }
    }
  } catch {
    throw NewsstandError(.badCatalog, "the catalog cannot be read: \(error.message)")
  }
  return try result.get()
}

private func readCatalog(_ root: XMLElement, base: CatalogBase) throws(NewsstandError) -> Catalog {
  switch root.name {
  case "feed": return try readOPDS1(root, base: base)
  case "plist": return try readPropertyListCatalog(try XMLPropertyList.read(root), base: base)
  case "html": throw webPage
  case "rss", "RDF":
    throw NewsstandError(
      .badCatalog,
      "this is a news feed (RSS) and not a catalog: ask for the OPDS feed of the publisher")
  default: return try readInfoXML(root, base: base)
  }
}
