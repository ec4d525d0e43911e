import RectoMarkup
import RectoPageModel

/// Reads a feed of OPDS 1.2: the entries of an acquisition feed, or the feeds that a navigation feed
/// leads to.
func readOPDS1(_ feed: XMLElement, base: CatalogBase) throws(NewsstandError) -> Catalog {
  let base = base.moved(to: feed.attribute("base"))
  var builder = CatalogBuilder(.opds1, base: base)
  builder.catalog.title = feed.line("title")
  builder.catalog.summary = shownSummary(feed.child("subtitle")?.atomText)
  builder.setNext(feed.opdsLinks.first { $0.relations.contains("next") }?.href)
  var feeds: [OPDSLink] = []
  var leadsOnlyOn = false
  let dates = builder.dates
  for entry in feed.children(named: "entry") {
    let links = entry.opdsLinks
    if !links.contains(where: \.isAcquisition), links.contains(where: \.leadsToFeed) {
      feeds += links.filter(\.leadsToIssues)
      leadsOnlyOn = feeds.isEmpty
    } else {
      try builder.add(entry.line("title") ?? entry.child("id")?.text.trimmed) {
        () throws(NewsstandError) in
        try issue(entry, links, base.moved(to: entry.attribute("base")), dates)
      }
    }
  }
  if builder.catalog.issues.isEmpty {
    for link in feeds { builder.addFeed(link.href) }
    if leadsOnlyOn { builder.problem("it links only to feeds of further links: add one of those") }
  }
  return try builder.finished()
}

private func issue(
  _ entry: XMLElement, _ links: [OPDSLink], _ base: CatalogBase, _ dates: CatalogDates
) throws(NewsstandError) -> Issue {
  guard let id = entry.child("id")?.text.trimmed, !id.isEmpty else { throw missingID }
  guard let title = entry.line("title") else {
    throw NewsstandError(.badCatalog, "it has no title")
  }
  var issue = Issue(id: try OPDSIdentifier.id(id), title: title)
  issue.publication = entry.line("publicationName") ?? entry.line("Series")
  issue.number = entry.line("number")
  issue.summary = shownSummary((entry.child("summary") ?? entry.child("content"))?.atomText)
  issue.authors = shownLines(
    entry.children(named: "author").compactMap { $0.child("name")?.text.trimmed })
  issue.language = LanguageTag(entry.line("language"))?.text
  if let date = ["issued", "coverDate", "published"].lazy.compactMap({ entry.line($0) }).first {
    issue.date = dates.date(date, language: issue.language)
  }
  issue.subjects = shownLines(
    entry.children(named: "category").compactMap { $0.attribute("label") ?? $0.attribute("term") })
  issue.contents = shownLines(entry.children(named: "tableOfContents").map(\.text))
  let warnings = dates.warnings
  try issue.setContent(links, base: base, warnings)
  issue.productID = issue.productID ?? entry.line("productCode")
  let images = links.filter { $0.relations.first == OPDSLink.image }
  let thumbnails = links.filter { $0.relations.first == OPDSLink.thumbnail }
  let image = warnings.first(of: images) { link throws(NewsstandError) in
    try link.asset(base, "its cover", warnings)
  }
  let thumbnail = warnings.first(of: thumbnails) { link throws(NewsstandError) in
    try link.asset(base, "its thumbnail", warnings)
  }
  issue.cover = image ?? thumbnail
  if image != nil { issue.thumbnail = thumbnail }
  return issue
}
