import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A `book.json`: the metadata of Baker's HPub packages.
struct BookFile: JSONDecodable {
  var title: String?
  var authors: [String]
  var creators: [String]
  /// The date as written, which should be `2026-11-21`.
  var date: String?
  /// `portrait`, `landscape` or `both`.
  var orientation: String?
  /// Paths of the pages, in their order.
  var contents: [String]

  /// Throws where one of these members is of another kind than HPub's. All but `contents` may be
  /// left out.
  init(json: JSONValue) throws(JSONError) {
    title = try json.decodeIfPresent("title")
    authors = try Self.names(json, "author")
    creators = try Self.names(json, "creator")
    date = try json.decodeIfPresent("date")
    orientation = try json.decodeIfPresent("orientation")
    contents = try json.decode("contents")
  }

  /// HPub 1 has a list of names, its examples one name.
  private static func names(_ json: JSONValue, _ name: StaticString) throws(JSONError) -> [String] {
    guard let member = try json.member(name) else { return [] }
    if let text = try? member.string() { return [text] }
    return try member.elements { element throws(JSONError) in try element.string() }
  }

  /// Bytes of the file.
  static let limit = 4 << 20

  var metadata: Metadata {
    var metadata = Metadata()
    metadata.title = title
    metadata.author = authors.isEmpty ? nil : authors.joined(separator: ", ")
    metadata.creator = creators.isEmpty ? nil : creators.joined(separator: ", ")
    metadata.created = date?.timestamp
    return metadata
  }
}
