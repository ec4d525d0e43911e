import RectoJSON
import RectoPageModel
import RectoPluginKit

/// An issue in the JSON form of the library's records; unknown members are left out.
struct StoredIssue: JSONRepresentable, JSONDecodable {
  let issue: Issue

  init(_ issue: Issue) { self.issue = issue }

  /// Throws `badLibrary` for anything that this form is not.
  init(text: String) throws(NewsstandError) {
    do throws(JSONError) {
      try self.init(jsonBytes: Array(text.utf8))
    } catch {
      throw NewsstandError(
        .badLibrary,
        "a record of the library is damaged: run recto library verify --repair: \(error)")
    }
  }

  var text: String { String(decoding: JSONWriter.bytes(of: self, isExact: true), as: UTF8.self) }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("id", issue.id.text)
      if issue.catalogID != issue.id.text { json.member("catalogID", issue.catalogID) }
      json.member("title", issue.title)
      if !issue.titles.isEmpty {
        json.key("titles")
        json.object { json in
          for (language, title) in issue.titles.sorted(by: { $0.key < $1.key }) {
            json.key(language)
            json.value(title)
          }
        }
      }
      json.optional("publication", issue.publication)
      json.optional("number", issue.number)
      if let date = issue.date {
        json.member("date", date.text)
        json.member("seconds", date.seconds)
      }
      json.optional("summary", issue.summary)
      json.optional("language", issue.language)
      for (name, texts) in [
        ("authors", issue.authors), ("subjects", issue.subjects), ("contents", issue.contents),
      ] where !texts.isEmpty {
        json.key(name)
        json.array(texts) { $0.value($1) }
      }
      if let cover = issue.cover { json.member("cover", StoredAsset(cover)) }
      if let thumbnail = issue.thumbnail { json.member("thumbnail", StoredAsset(thumbnail)) }
      json.key("previews")
      json.array(issue.previews) { $0.value(StoredAsset($1)) }
      json.key("content")
      json.array(issue.content) { $0.value(StoredAsset($1)) }
      json.optional("price", issue.price)
      json.member("free", issue.isFree)
      json.optional("product", issue.productID)
    }
  }

  init(json: JSONValue) throws(JSONError) {
    let text: String = try json.decode("id")
    // It was checked when it came; rules for new ids may be others since.
    guard !text.isEmpty else { throw JSONError("its id is empty") }
    let id = IssueID(known: text)
    var issue = Issue(id: id, title: try json.decode("title"))
    if let titles = try json.member("titles") {
      try titles.members { language, title throws(JSONError) in
        issue.titles[language] = try title.string()
      }
    }
    issue.catalogID = try json.decodeIfPresent("catalogID") ?? id.text
    issue.publication = try json.decodeIfPresent("publication")
    issue.number = try json.decodeIfPresent("number")
    if let date: String = try json.decodeIfPresent("date") {
      issue.date = IssueDate(text: date, seconds: try json.decode("seconds"))
    }
    issue.summary = try json.decodeIfPresent("summary")
    issue.language = try json.decodeIfPresent("language")
    issue.authors = try json.decodeIfPresent("authors") ?? []
    issue.subjects = try json.decodeIfPresent("subjects") ?? []
    issue.contents = try json.decodeIfPresent("contents") ?? []
    issue.cover = try (json.decodeIfPresent("cover") as StoredAsset?)?.asset
    issue.thumbnail = try (json.decodeIfPresent("thumbnail") as StoredAsset?)?.asset
    issue.previews = try (json.decode("previews") as [StoredAsset]).map(\.asset)
    issue.content = try (json.decode("content") as [StoredAsset]).map(\.asset)
    issue.price = try json.decodeIfPresent("price")
    issue.isFree = try json.decode("free")
    issue.productID = try json.decodeIfPresent("product")
    self.issue = issue
  }
}

private struct StoredAsset: JSONRepresentable, JSONDecodable {
  let asset: IssueAsset

  init(_ asset: IssueAsset) { self.asset = asset }

  func write(to json: inout JSONWriter) {
    json.object { $0.members(of: asset) }
  }

  init(json: JSONValue) throws(JSONError) {
    asset = IssueAsset(
      url: try json.decode("url"), mediaType: try json.decodeIfPresent("type"),
      size: try json.decodeIfPresent("size"), sha256: try json.decodeIfPresent("sha256"))
  }
}
