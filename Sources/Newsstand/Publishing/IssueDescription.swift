import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The publisher's description of an issue in `issue.json`, or in `NAME.issue.json` beside it
/// (docs/newsstand/catalog.md). Missing members come from the publication itself.
struct IssueDescription: Sendable, Hashable {
  var id: IssueID?
  var title: String?
  var titles: [String: String] = [:]
  var publication: String?
  var number: String?
  var date: IssueDate?
  var summary: String?
  var authors: [String]?
  var language: String?
  var subjects: [String]?
  var contents: [String]?
  var price: IssuePrice?
  var isFree: Bool?
  var productID: String?

  /// Bytes of such a file.
  static let maximumBytes = 1 << 20

  private static let members: Set = [
    "$schema", "id", "title", "titles", "publication", "number", "date", "summary", "authors",
    "language", "subjects", "contents", "price", "free", "productID",
  ]

  init() {}

  /// Throws `badContent` with the problem and its place.
  init(_ bytes: [UInt8]) throws(NewsstandError) {
    do throws(JSONError) {
      let root = try JSONDocument(bytes).root
      try root.members { name, _ throws(JSONError) in
        guard Self.members.contains(name) else { throw JSONError("there is no such member") }
      }
      title = shownLine(try root.decodeIfPresent("title"))
      try root.ifPresent("titles") { titles throws(JSONError) in
        try titles.members { tag, text throws(JSONError) in
          guard LanguageTag(tag) != nil else { throw JSONError("this is not a language tag") }
          self.titles[tag] = shownLine(try text.string())
        }
      }
      publication = shownLine(try root.decodeIfPresent("publication"))
      number = shownLine(
        try root.ifPresent("number") { number throws(JSONError) in
          if let text = number.numberText { return text }
          return try number.string()
        })
      summary = shownSummary(try root.decodeIfPresent("summary"))
      authors = (try root.decodeIfPresent("authors") as [String]?).map(shownLines)
      subjects = (try root.decodeIfPresent("subjects") as [String]?).map(shownLines)
      contents = (try root.decodeIfPresent("contents") as [String]?).map(shownLines)
      isFree = try root.decodeIfPresent("free")
      productID = shownLine(try root.decodeIfPresent("productID"))
      id = try Self.read(root, "id") { text throws(NewsstandError) in try IssueID(text) }
      date = try Self.read(root, "date") { text throws(NewsstandError) in
        guard let date = IssueDate(text) else {
          throw NewsstandError(
            .badContent,
            "this is not a date: write it like 2026, 2026-11, 2026-11-22 or 2026-11-22T06:00:00Z"
          )
        }
        return date.withoutMidnight
      }
      language = try Self.read(root, "language") { text throws(NewsstandError) in
        guard let tag = LanguageTag(text) else {
          throw NewsstandError(
            .badContent, "this is not a language tag: write one such as en or de-AT")
        }
        return tag.text
      }
      price = try Self.read(root, "price") { text throws(NewsstandError) in
        guard let price = IssuePrice(text) else {
          throw NewsstandError(.badContent, "this is not a price: write it like 2.99 EUR")
        }
        return price
      }
    } catch {
      throw NewsstandError(.badContent, "\(error)")
    }
  }

  private static func read<Value>(
    _ root: JSONValue, _ name: StaticString, _ make: (String) throws(NewsstandError) -> Value
  ) throws(JSONError) -> Value? {
    try root.ifPresent(name) { value throws(JSONError) in
      let text = try value.string()
      do throws(NewsstandError) { return try make(text) } catch { throw JSONError(error.message) }
    }
  }
}

extension IssueDate {
  /// A day in place of its midnight in UTC, which not every format tells apart.
  fileprivate var withoutMidnight: IssueDate {
    text.hasSuffix("T00:00:00Z") ? IssueDate(text: String(text.prefix(10)), seconds: seconds) : self
  }
}
