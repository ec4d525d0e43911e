import RectoJSON
import RectoPluginKit

/// Reads the shelf of a Baker app: a list of `name`, `title`, `info`, `date`, `cover`, `url` and
/// `product_id`.
func readBakerShelf(
  _ entries: [JSONValue], base: CatalogBase
) throws(NewsstandError) -> Catalog {
  let isShelf = entries.contains { $0["url"] != nil && ($0["name"] ?? $0["title"]) != nil }
  guard isShelf else {
    throw NewsstandError(
      .badCatalog, "this is not a catalog: no element of the list has a name and a url")
  }
  var builder = CatalogBuilder(.bakerShelf, base: base)
  let dates = builder.dates
  for entry in entries {
    try builder.add(entry["title"]?.text ?? entry["name"]?.text) { () throws(NewsstandError) in
      var fields = NamedFields(.baker)
      do throws(JSONError) {
        try entry.members { name, value in
          for text in value.values.compactMap(\.plainText) { fields.add(text, as: name) }
        }
      } catch {
        throw NewsstandError(catalog: error)
      }
      return try fields.issue(base: base, dates)
    }
  }
  return try builder.finished()
}
