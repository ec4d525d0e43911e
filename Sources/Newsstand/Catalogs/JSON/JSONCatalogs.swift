import RectoJSON
import RectoPluginKit

/// Reads a catalog in one of the formats that are JSON.
func readJSONCatalog(_ bytes: [UInt8], base: CatalogBase) throws(NewsstandError) -> Catalog {
  let root: JSONValue
  do throws(JSONError) {
    root = try JSONDocument(bytes).root
  } catch {
    throw NewsstandError(.badCatalog, "the catalog cannot be read: \(error)")
  }
  if let entries = root.list {
    guard !entries.isEmpty else {
      throw NewsstandError(.badCatalog, "the catalog is an empty list: no issue is in it")
    }
    return try readBakerShelf(entries, base: base)
  }
  if root["metadata"] != nil,
    root["publications"] != nil || root["navigation"] != nil || root["groups"] != nil
  {
    return try readOPDS2(root, base: base)
  }
  if root["issues"] != nil { return try readOwnCatalog(root, base: base) }
  throw NewsstandError(
    .badCatalog,
    "this is not a catalog: it is JSON without the issues, publications or links of one")
}

extension JSONValue {
  /// The text, where it is one.
  var text: String? { try? string() }

  /// The text, or the digits of a whole number.
  var plainText: String? { text ?? (try? integer()).map(String.init) }

  /// The elements, where it is a list.
  var list: [JSONValue]? { try? elements { $0 } }

  /// The elements of a list, or the value itself.
  var values: [JSONValue] { list ?? [self] }

  /// The member of that name, where this is an object that has one that is not null.
  subscript(_ name: StaticString) -> JSONValue? { (try? member(name)) ?? nil }
}
