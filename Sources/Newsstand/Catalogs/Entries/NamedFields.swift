import RectoPageModel

/// The fields of an issue by name, as property lists, `info.xml` and Baker's shelf have them.
struct NamedFields {
  private let names: FieldNames
  private var values: [String: [String]] = [:]
  /// By BCP 47 tag, where the format has several.
  var titles: [String: String] = [:]

  init(_ names: FieldNames) {
    self.names = names
  }

  /// A value of the field of that name; a list has several.
  mutating func add(_ value: String, as name: String) {
    values[Self.key(name), default: []].append(value)
  }

  /// A name as `FieldNames` has it.
  static func key(_ name: String) -> String {
    let name = name.lowercased().utf8
    return String(unsafeUninitializedCapacity: name.count) { key in
      var count = 0
      for byte in name
      where (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (0x30...0x39).contains(byte) {
        key[count] = byte
        count += 1
      }
      return count
    }
  }

  /// The name of the issue in a sentence.
  var name: String? { text(names.title) ?? text(names.id) }

  /// Throws `badCatalog`.
  func issue(base: CatalogBase, _ dates: CatalogDates) throws(NewsstandError) -> Issue {
    guard let id = text(names.id) else { throw missingID }
    var issue = Issue(id: try IssueID.mapped(id), title: shownLine(text(names.title)) ?? id)
    issue.titles = titles
    issue.publication = shownLine(text(names.publication))
    issue.number = shownLine(text(names.number))
    issue.summary = shownSummary(text(names.summary))
    issue.language = LanguageTag(text(names.language))?.text
    if let date = text(names.date) { issue.date = dates.date(date, language: issue.language) }
    issue.authors = shownLines(all(names.authors))
    issue.subjects = shownLines(all(names.subjects))
    issue.contents = shownLines(all(names.contents))
    let warnings = dates.warnings
    issue.cover = warnings.first(of: all(of: names.cover)) { text throws(NewsstandError) in
      IssueAsset(url: try base.url(text, "its cover"))
    }
    issue.thumbnail = warnings.first(of: all(of: names.thumbnail)) { text throws(NewsstandError) in
      IssueAsset(url: try base.url(text, "its thumbnail"))
    }
    issue.price = shownLine(text(names.price))
    issue.productID = shownLine(text(names.productID))
    issue.isFree = isFree ?? (issue.price.map(isNothing) ?? (issue.productID == nil))
    issue.content = try content(base, warnings)
    guard !issue.content.isEmpty || !issue.isFree else {
      throw NewsstandError(.badCatalog, "it has no URL to download it from")
    }
    return issue
  }

  /// Several URLs are the files of one issue; a size or a digest applies only if there is one file.
  private func content(
    _ base: CatalogBase, _ warnings: EntryWarnings
  ) throws(NewsstandError) -> [IssueAsset] {
    let urls = all(names.content)
    guard urls.count <= CatalogLimits.assets else {
      throw NewsstandError(.badCatalog, "it has more than \(CatalogLimits.assets) files")
    }
    var content: [IssueAsset] = []
    for url in urls { content.append(IssueAsset(url: try base.url(url, "its URL"))) }
    guard content.count == 1 else { return content }
    content[0].mediaType = checkedMediaType(text(names.mediaType))
    if let size = text(names.size) {
      content[0].size = warnings.optional { () throws(NewsstandError) in try checkedSize(size) }
    }
    if let digest = text(names.sha256) { content[0].sha256 = try checkedDigest(digest) }
    return content
  }

  private var isFree: Bool? {
    switch text(names.isFree)?.lowercased() {
    case "true", "yes", "1", "free": true
    case "false", "no", "0": false
    default: nil
    }
  }

  /// The values of the first name that has any. Empty ones do not count: many catalogs have elements for
  /// what they do not know.
  private func all(_ names: [String]) -> [String] {
    names.lazy.map(filled).first { !$0.isEmpty } ?? []
  }

  /// The values of all names, in order, without empty ones.
  private func all(of names: [String]) -> [String] { names.flatMap(filled) }

  private func text(_ names: [String]) -> String? { all(names).first }

  private func filled(_ name: String) -> [String] {
    (values[name] ?? []).filter { !$0.isEmpty }
  }
}
