/// Reads an array of dictionaries, or a dictionary that has such an array in it.
func readPropertyListCatalog(
  _ root: PropertyListValue, base: CatalogBase
) throws(NewsstandError) -> Catalog {
  var builder = CatalogBuilder(.propertyList, base: base)
  let entries: [PropertyListValue]
  switch root {
  case .array(let elements): entries = elements
  case .dictionary(let members):
    guard let list = members.lazy.compactMap({ issues(in: $0.value) }).first else {
      throw NewsstandError(
        .badCatalog, "this is not a catalog: no list of issues is in the property list")
    }
    entries = list
    for member in members {
      switch NamedFields.key(member.key) {
      case "title", "name": builder.catalog.title = shownLine(member.value.texts.first)
      case "summary", "description":
        builder.catalog.summary = shownSummary(member.value.texts.first)
      case let key where FieldNames.subscriptionProduct.contains(key):
        builder.catalog.subscriptionProductID = shownLine(member.value.texts.first)
      case let key where FieldNames.subscriptionPrice.contains(key):
        builder.catalog.subscriptionPrice = shownLine(member.value.texts.first)
      default: break
      }
    }
  default:
    throw NewsstandError(.badCatalog, "this is not a catalog: the property list is a single value")
  }
  for entry in entries {
    var fields = NamedFields(.propertyList)
    if case .dictionary(let members) = entry { fields.add(members) }
    let dates = builder.dates
    try builder.add(fields.name) { () throws(NewsstandError) in
      try fields.issue(base: base, dates)
    }
  }
  return try builder.finished()
}

/// An array that has dictionaries in it; an empty one is a list of no issues.
private func issues(in value: PropertyListValue) -> [PropertyListValue]? {
  guard case .array(let elements) = value else { return nil }
  guard elements.isEmpty || elements.contains(where: \.isDictionary) else { return nil }
  return elements
}

extension PropertyListValue {
  fileprivate var isDictionary: Bool { if case .dictionary = self { true } else { false } }
}

extension NamedFields {
  fileprivate mutating func add(_ members: [PropertyListValue.Member]) {
    for member in members {
      if case .dictionary(let titles) = member.value, Self.key(member.key) == "title" {
        for title in titles { self.titles[title.key] = shownLine(title.value.texts.first) }
        if let first = titles.first?.value.texts.first { add(first, as: "title") }
      }
      for text in member.value.texts { add(Self.withoutMidnight(text), as: member.key) }
    }
  }

  /// Property lists have no days: one is its midnight in UTC.
  private static func withoutMidnight(_ text: String) -> String {
    text.utf8.count == 20 && text.hasSuffix("T00:00:00Z") ? String(text.prefix(10)) : text
  }
}
