import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Reads Recto's own catalogs (docs/newsstand/catalog.md, catalog.schema.json).
///
/// This format is strict: unlike in others, mistakes are reported.
func readOwnCatalog(_ root: JSONValue, base: CatalogBase) throws(NewsstandError) -> Catalog {
  var builder = CatalogBuilder(.json, base: base)
  try reading { () throws(JSONError) in
    let version: Int = try root.decode("version")
    guard version == 1 else {
      throw JSONError("the catalog is of version \(version): this program reads version 1")
    }
    builder.catalog.title = shownLine(try root.decodeIfPresent("title"))
    builder.catalog.summary = shownSummary(try root.decodeIfPresent("summary"))
    builder.catalog.subscriptionProductID = shownLine(
      try root.decodeIfPresent("subscriptionProductID"))
    builder.catalog.subscriptionPrice = shownLine(try root.decodeIfPresent("subscriptionPrice"))
    builder.setNext(try root.decodeIfPresent("next"))
  }
  let entries = try reading { () throws(JSONError) in
    try root.required("issues") { list throws(JSONError) in try list.elements { $0 } }
  }
  let dates = builder.dates
  for entry in entries {
    try builder.add(entry["title"]?.text ?? entry["id"]?.text) { () throws(NewsstandError) in
      try OwnEntry(entry, base: base, dates: dates).issue()
    }
  }
  return try builder.finished()
}

/// The result of `body`, with its error as one of a catalog.
private func reading<Result>(
  _ body: () throws(JSONError) -> Result
) throws(NewsstandError) -> Result {
  do throws(JSONError) { return try body() } catch { throw NewsstandError(catalog: error) }
}

extension NewsstandError {
  /// The problem in a JSON document of Recto.
  init(catalog error: JSONError) {
    self.init(
      .badCatalog, error.path.isEmpty ? error.sentence : "its \(error.path): \(error.sentence)")
  }
}

/// An issue of a catalog of our own.
private struct OwnEntry {
  private let entry: JSONValue
  private let base: CatalogBase
  private let dates: CatalogDates

  init(_ entry: JSONValue, base: CatalogBase, dates: CatalogDates) {
    self.entry = entry
    self.base = base
    self.dates = dates
  }

  func issue() throws(NewsstandError) -> Issue {
    try reading { () throws(JSONError) in try refuseNull(entry) }
    guard let id: String = try value("id") else { throw missingID }
    var issue = Issue(id: try IssueID(id), title: shownLine(try value("title")) ?? id)
    let titles: [String: String] = try texts("titles")
    issue.titles = titles.compactMapValues { shownLine($0) }
    issue.publication = shownLine(try value("publication"))
    issue.number = shownLine(try value("number"))
    issue.summary = shownSummary(try value("summary"))
    issue.authors = shownLines(try value("authors") ?? [])
    issue.language = LanguageTag(try value("language") as String?)?.text
    if let date: String = try value("date") {
      issue.date = dates.date(date, language: issue.language)
    }
    issue.subjects = shownLines(try value("subjects") ?? [])
    issue.contents = shownLines(try value("contents") ?? [])
    issue.cover = try asset(entry["cover"], "cover")
    issue.thumbnail = try asset(entry["thumbnail"], "thumbnail")
    issue.previews = try assets("previews")
    issue.price = shownLine(try value("price"))
    issue.productID = shownLine(try value("productID"))
    issue.isFree = try value("free") ?? (issue.price.map(isNothing) ?? (issue.productID == nil))
    if entry["url"] != nil { issue.content = [try file(entry, "url")] }
    issue.content += try assets("assets")
    guard !issue.content.isEmpty || !issue.isFree else {
      throw NewsstandError(.badCatalog, "it has no url")
    }
    return issue
  }

  /// Null is refused: unknown members are left out.
  private func refuseNull(_ object: JSONValue) throws(JSONError) {
    try object.members { _, value throws(JSONError) in
      if value.isNull { throw JSONError("it is null: leave it out where it is not known") }
    }
  }

  private func value<Value: JSONDecodable>(
    _ name: StaticString
  ) throws(NewsstandError) -> Value? {
    try reading { () throws(JSONError) in try entry.decodeIfPresent(name) }
  }

  private func texts(_ name: StaticString) throws(NewsstandError) -> [String: String] {
    try reading { () throws(JSONError) in
      try entry.ifPresent(name) { object throws(JSONError) in
        var texts: [String: String] = [:]
        try object.members { name, value throws(JSONError) in texts[name] = try value.string() }
        return texts
      } ?? [:]
    }
  }

  private func assets(_ name: StaticString) throws(NewsstandError) -> [IssueAsset] {
    guard let list = entry[name] else { return [] }
    let values = try reading { () throws(JSONError) in try list.elements { $0 } }
    guard values.count <= CatalogLimits.assets else {
      throw NewsstandError(.badCatalog, "it has more than \(CatalogLimits.assets) \(name)")
    }
    var assets: [IssueAsset] = []
    for value in values { if let asset = try asset(value, "\(name)") { assets.append(asset) } }
    return assets
  }

  /// A URL, or an object with one and the properties of its file.
  private func asset(_ value: JSONValue?, _ what: String) throws(NewsstandError) -> IssueAsset? {
    guard let value else { return nil }
    if let url = value.text { return IssueAsset(url: try base.url(url, "its \(what)")) }
    try reading { () throws(JSONError) in try refuseNull(value) }
    return try file(value, what)
  }

  /// The properties of a file in an object.
  private func file(_ value: JSONValue, _ what: String) throws(NewsstandError) -> IssueAsset {
    let url: String = try reading { () throws(JSONError) in try value.decode("url") }
    var asset = IssueAsset(url: try base.url(url, "its \(what)"))
    asset.mediaType = checkedMediaType(
      try reading { () throws(JSONError) in try value.decodeIfPresent("type") })
    if let size = value["size"] { asset.size = try self.size(size) }
    let sha256: String? = try reading { () throws(JSONError) in
      try value.decodeIfPresent("sha256")
    }
    asset.sha256 = try sha256.map { text throws(NewsstandError) in try checkedDigest(text) }
    return asset
  }

  private func size(_ value: JSONValue) throws(NewsstandError) -> Int {
    guard let size = try? value.integer() else {
      throw NewsstandError(.badCatalog, "its size is not a whole number that a file can have")
    }
    return try checkedSize(String(size))
  }
}
