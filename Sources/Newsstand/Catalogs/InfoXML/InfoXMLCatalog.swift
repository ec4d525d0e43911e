import Markup

/// Reads the `info.xml` of publishers with one ZIP an issue. Each of them has names of its own:
///
///     <magazine>
///       <name>Harbor</name> <description>…</description> <price>9.99 EUR</price>
///       <subscription>org.example.harbor.year</subscription>
///       <issues>
///         <issue>
///           <id>harbor-12</id> <number>12</number> <name>Tides</name> <date>2026-11-22</date>
///           <price>2.99 EUR</price> <product>org.example.harbor.12</product>
///           <cover>covers/12.jpg</cover> <zip>issues/12.zip</zip>
///         </issue>
///       </issues>
///     </magazine>
///
/// The root may have any name, issues may stand directly in it and be called `issue`, `magazine`,
/// `edition` or `item`; `id`, `number`, `date` and `free` may be attributes. `FieldNames.infoXML`
/// has the other names that are taken.
func readInfoXML(_ root: XMLElement, base: CatalogBase) throws(NewsstandError) -> Catalog {
  let names: Set = ["issue", "magazine", "edition", "item"]
  let lists: Set = ["issues", "magazines", "editions", "items"]
  let isList = root.children.contains { lists.contains(NamedFields.key($0.name)) }
  let entries = root.children.flatMap { child in
    lists.contains(NamedFields.key(child.name)) ? child.children : [child]
  }.filter { names.contains(NamedFields.key($0.name)) && !$0.children.isEmpty }
  guard isList || !entries.isEmpty || lists.contains(NamedFields.key(root.name)) else {
    throw NewsstandError(
      .badCatalog,
      "this is no catalog: \(printable(root.name)) is XML without a list of issues in it")
  }
  var builder = CatalogBuilder(.infoXML, base: base)
  var publication: String?
  for child in root.children {
    let text = child.text.trimmed
    switch NamedFields.key(child.name) {
    case "name", "title", "publication": publication = publication ?? shownLine(text)
    case "description", "summary": builder.catalog.summary = shownSummary(text)
    case "subscription", "subscriptionproduct", "subscriptionproductid", "subscriptionid":
      builder.catalog.subscriptionProductID = shownLine(text)
    default: break
    }
  }
  builder.catalog.title = publication
  for entry in entries {
    var fields = NamedFields(.infoXML)
    fields.add(entry)
    try builder.add(fields.name) { () throws(NewsstandError) in
      var issue = try fields.issue(base: base)
      issue.publication = issue.publication ?? publication
      return issue
    }
  }
  return try builder.finished()
}

extension NamedFields {
  /// Elements with child elements are lists, with a value in each child.
  fileprivate mutating func add(_ entry: XMLElement) {
    for child in entry.children {
      let values = child.children.isEmpty ? [child] : child.children
      for value in values { add(value.text.trimmed, as: child.name) }
    }
    for name in ["id", "number", "date", "free"] {
      if let value = entry.attribute(name) { add(value.trimmed, as: name) }
    }
  }
}
