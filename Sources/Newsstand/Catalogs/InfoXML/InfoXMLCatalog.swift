import RectoMarkup

/// Reads the `info.xml` of publishers with one ZIP an issue. Each of them has names of its own:
///
///     <magazine>
///       <name>Harbor</name> <description>…</description> <price>9.99 EUR</price>
///       <subscription>
///         <price>19.99 EUR</price> <product>org.example.harbor.year</product>
///       </subscription>
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
/// `edition` or `item`; all fields may be attributes. A field may have its value in a child:
/// `<cover><path>…</path></cover>`, `<purchase><price>…</price><product>…</product></purchase>`. A
/// root of several magazines with issues in each lists the issues of all of them.
/// `FieldNames.infoXML` has the other names that are taken.
func readInfoXML(_ root: XMLElement, base: CatalogBase) throws(NewsstandError) -> Catalog {
  let magazines = InfoXMLMagazine.all(in: root)
  guard !magazines.isEmpty else {
    throw NewsstandError(
      .badCatalog,
      "this is not a catalog: \(printable(root.name)) is XML without a list of issues in it")
  }
  var builder = CatalogBuilder(.infoXML, base: base)
  if magazines.count == 1 {
    let only = magazines[0]
    builder.catalog.title = only.title
    builder.catalog.summary = only.summary
    builder.catalog.subscriptionProductID = only.subscription.product
    builder.catalog.subscriptionPrice = only.subscription.price
  } else {
    builder.catalog.title = InfoXMLMagazine(root).title
  }
  let dates = builder.dates
  for magazine in magazines {
    for entry in magazine.entries {
      var fields = NamedFields(.infoXML)
      fields.add(entry)
      try builder.add(fields.name) { () throws(NewsstandError) in
        var issue = try fields.issue(base: base, dates)
        issue.publication = issue.publication ?? magazine.title
        return issue
      }
    }
  }
  return try builder.finished()
}

/// A magazine of an `info.xml`, with its issues.
private struct InfoXMLMagazine {
  private static let items: Set = ["issue", "magazine", "edition", "item", "publication"]
  private static let lists: Set = ["issues", "magazines", "editions", "items", "publications"]

  private let root: XMLElement

  init(_ root: XMLElement) { self.root = root }

  /// The magazines of a catalog: the root itself, or those in it that have issues of their own.
  static func all(in root: XMLElement) -> [InfoXMLMagazine] {
    let whole = InfoXMLMagazine(root)
    let parts = whole.entries.map(InfoXMLMagazine.init)
    if !parts.isEmpty, parts.allSatisfy({ $0.hasList || !$0.entries.isEmpty }) { return parts }
    let isOne =
      whole.hasList || !whole.entries.isEmpty || lists.contains(NamedFields.key(root.name))
    return isOne ? [whole] : []
  }

  private var hasList: Bool {
    root.children.contains { Self.lists.contains(NamedFields.key($0.name)) }
  }

  var entries: [XMLElement] {
    root.children.flatMap { child in
      Self.lists.contains(NamedFields.key(child.name)) ? child.children : [child]
    }.filter { element in
      Self.items.contains(NamedFields.key(element.name))
        && (!element.children.isEmpty || element.attribute("id") != nil)
    }
  }

  var title: String? {
    (text(["name", "title", "publication"]) ?? root.attribute("name") ?? root.attribute("title"))
      .flatMap { shownLine($0) }
  }

  var summary: String? { shownSummary(text(["description", "summary", "info", "text"])) }

  /// `<subscription>PRODUCT</subscription>`, or with a price and a product in it, or flat names.
  var subscription: (product: String?, price: String?) {
    var (product, price): (String?, String?)
    for child in root.children {
      let key = NamedFields.key(child.name)
      if FieldNames.subscriptionProduct.contains(key) {
        product = product ?? shownLine(child.text.trimmed)
      } else if FieldNames.subscriptionPrice.contains(key) {
        price = price ?? shownLine(child.text.trimmed)
      } else if ["subscription", "subscriptions", "subscribe"].contains(key) {
        let inner = child.children
        if inner.isEmpty { product = product ?? shownLine(child.text.trimmed) }
        for part in inner {
          switch NamedFields.key(part.name) {
          case "price", "cost": price = price ?? shownLine(part.text.trimmed)
          case "product", "productid", "id", "identifier", "sku", "productidentifier":
            product = product ?? shownLine(part.text.trimmed)
          default: break
          }
        }
        product = product ?? shownLine(child.attribute("product"))
        price = price ?? shownLine(child.attribute("price"))
      }
    }
    return (product, price)
  }

  private func text(_ names: [String]) -> String? {
    for child in root.children where names.contains(NamedFields.key(child.name)) {
      let text = child.text.trimmed
      if !text.isEmpty, child.children.isEmpty { return text }
    }
    return nil
  }
}

extension NamedFields {
  /// Groups whose children are fields of the issue, such as `<purchase><price/></purchase>`.
  private static let groups: Set = [
    "purchase", "shop", "store", "sale", "iap", "meta", "metadata", "download", "files", "images",
  ]
  /// Children that have the value of the element that they are in.
  private static let values: Set = ["path", "url", "href", "src", "value", "file"]

  fileprivate mutating func add(_ entry: XMLElement) {
    for child in entry.children {
      let inner = child.children
      guard !inner.isEmpty else {
        add(child.text.trimmed, as: child.name)
        continue
      }
      let key = Self.key(child.name)
      if Self.groups.contains(key) {
        for part in inner {
          let isPlain = Self.values.contains(Self.key(part.name))
          add(part.text.trimmed, as: isPlain ? child.name : part.name)
        }
      } else if let value = inner.first(where: { Self.values.contains(Self.key($0.name)) }) {
        add(value.text.trimmed, as: child.name)
      } else {
        // A list has a value in each child.
        for part in inner { add(part.text.trimmed, as: child.name) }
      }
    }
    for name in [
      "id", "number", "date", "free", "title", "name", "price", "product", "product_id", "cover",
      "cover_path", "path", "zip", "url",
    ] {
      if let value = entry.attribute(name) { add(value.trimmed, as: name) }
    }
  }
}
