import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The metadata of a publication in a Readium manifest, or in an entry of OPDS 2.0. Empty texts are
/// left out.
struct WebPubMetadata: JSONRepresentable, Sendable {
  let record: PublicationRecord
  /// 0 where it is not known for certain.
  let pageCount: Int
  /// A URI.
  let identifier: String
  /// The profile of a manifest; nil in a catalog.
  var profile: String?

  func write(to json: inout JSONWriter) {
    let info = record.info
    json.object { json in
      if record.mediaType == "application/epub+zip" {
        json.member("@type", "http://schema.org/Book")
      }
      json.optional("conformsTo", profile)
      json.member("title", Self.line(record.title) ?? record.item.id)
      json.member("identifier", identifier)
      let authors = record.authorLines
      if authors.count == 1 {
        json.member("author", authors[0])
      } else if !authors.isEmpty {
        json.key("author")
        json.array(authors) { $0.value($1) }
      }
      json.optional("language", LanguageTag(info.metadata.language)?.text)
      json.member("modified", record.item.modified.iso8601)
      json.optional("published", info.metadata.created.flatMap(Self.date))
      json.optional("description", Self.line(info.metadata.subject, 2_000))
      let keywords = record.keywords
      if !keywords.isEmpty {
        json.key("subject")
        json.array(keywords) { $0.value($1) }
      }
      if pageCount > 0 {
        json.member("numberOfPages", pageCount)
      }
      switch info.direction {
      case .leftToRight: json.member("readingProgression", "ltr")
      case .rightToLeft: json.member("readingProgression", "rtl")
      // The manifest has no word for it: images below one another are scrolled.
      case .topToBottom: json.member("layout", "scrolled")
      }
    }
  }

  private static func line(_ text: String?, _ count: Int = 500) -> String? {
    let line = DisplayText(text ?? "", maximumCount: count).text
    return line.isEmpty ? nil : line
  }

  /// A valid date, or nil: a source may contain anything.
  static func date(_ text: String) -> String? { text.timestamp }
}

extension PublicationRecord {
  /// The authors, each on a line; more than anybody lists are left out.
  var authorLines: [String] {
    authors.prefix(50).map { DisplayText($0).text }.filter { !$0.isEmpty }
  }

  /// The subjects of the source, separated by `,` or `;`.
  var keywords: [String] {
    var seen: Set<String> = []
    return (info.metadata.keywords ?? "").split { $0 == "," || $0 == ";" }.prefix(50)
      .map { DisplayText(String($0), maximumCount: 100).text }
      .filter { !$0.isEmpty && seen.insert($0).inserted }
  }
}
