import RectoJSON
import RectoPageModel
import RectoPluginKit

/// Reads a feed of OPDS 2.0: its publications, those of its groups, and where it leads.
func readOPDS2(_ feed: JSONValue, base: CatalogBase) throws(NewsstandError) -> Catalog {
  var builder = CatalogBuilder(.opds2, base: base)
  let metadata = feed["metadata"]
  builder.catalog.title = metadata?["title"].flatMap { LocalizedText($0)?.text }
  builder.catalog.summary = shownSummary(metadata?["description"]?.text)
  builder.setNext(feed.links.first { $0.relations.contains("next") }?.href)
  for publication in feed["publications"]?.list ?? [] {
    try builder.add(publication, isRepeatable: false)
  }
  for group in feed["groups"]?.list ?? [] {
    for publication in group["publications"]?.list ?? [] {
      try builder.add(publication, isRepeatable: true)
    }
  }
  if builder.catalog.issues.isEmpty {
    for item in feed["navigation"]?.list ?? [] {
      if let href = item["href"]?.text, item["templated"]?.boolean != true { builder.addFeed(href) }
    }
  }
  return try builder.finished()
}

extension CatalogBuilder {
  fileprivate mutating func add(
    _ publication: JSONValue, isRepeatable: Bool
  ) throws(NewsstandError) {
    let (base, dates) = (base, dates)
    let metadata = publication["metadata"]
    let language = LanguageTag(metadata?["language"]?.values.first?.text)?.text
    let title = metadata?["title"].flatMap { LocalizedText($0, language: language) }
    try add(title?.text, isRepeatable: isRepeatable) { () throws(NewsstandError) in
      guard let metadata, let title else {
        throw NewsstandError(.badCatalog, "it has no title")
      }
      let links = publication.links
      var issue = Issue(id: try identifier(metadata, links, base), title: title.text)
      issue.titles = title.others
      issue.language = language
      issue.fill(metadata, dates)
      try issue.setContent(links, base: base, dates.warnings)
      issue.setImages(publication["images"]?.list ?? [], base: base, dates.warnings)
      issue.contents = shownLines(
        (publication["toc"]?.list ?? []).compactMap { $0["title"]?.text })
      return issue
    }
  }
}

/// The identifier; without one, the address of the publication's own document.
private func identifier(
  _ metadata: JSONValue, _ links: [OPDSLink], _ base: CatalogBase
) throws(NewsstandError) -> IssueID {
  if let id = metadata["identifier"]?.text { return try OPDSIdentifier.id(id) }
  guard
    let link = links.first(where: { $0.relations.contains("self") })
      ?? links.first(where: \.isAcquisition)
  else { throw missingID }
  return try IssueID.mapped(try base.url(link.href, "its link"))
}

extension Issue {
  fileprivate mutating func fill(_ metadata: JSONValue, _ dates: CatalogDates) {
    if let published = metadata["published"]?.text {
      date = dates.date(published, language: language)
    }
    summary = shownSummary(metadata["description"]?.text)
    authors = names(metadata["author"])
    subjects = names(metadata["subject"])
    let series = ["magazine", "newspaper", "journal", "periodical", "series", "collection"]
    let belongsTo = metadata["belongsTo"]
    for name in series {
      guard let parent = belongsTo?.named(name)?.values.first else { continue }
      publication = LocalizedText(parent["name"] ?? parent)?.text
      let issue = parent["issue"]?.values.first
      number = shownLine(
        (issue?["name"]).flatMap { LocalizedText($0)?.text } ?? issue?["position"]?.numberText
          ?? issue?.numberText ?? parent["position"]?.numberText)
      break
    }
  }

  /// The highest picture is the cover, the lowest of several the thumbnail.
  fileprivate mutating func setImages(
    _ images: [JSONValue], base: CatalogBase, _ warnings: EntryWarnings
  ) {
    var found: [(asset: IssueAsset, height: Int)] = []
    for image in images.prefix(20) {
      guard let link = OPDSLink(image) else { continue }
      let height = image["height"].flatMap { try? $0.integer(in: 0...100_000) }
      let asset = warnings.optional { () throws(NewsstandError) in
        try link.asset(base, "its image", warnings)
      }
      if let asset { found.append((asset, height ?? 0)) }
    }
    guard let first = found.first else { return }
    let highest = found.dropFirst().reduce(first) { $1.height > $0.height ? $1 : $0 }
    cover = highest.asset
    let others = found.filter { $0.asset != highest.asset && $0.height > 0 }
    thumbnail = others.min { $0.height < $1.height }?.asset
  }

  private func names(_ value: JSONValue?) -> [String] {
    shownLines(
      (value?.values ?? []).compactMap { LocalizedText($0["name"] ?? $0)?.text })
  }
}
