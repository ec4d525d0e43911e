import RectoJSON
import RectoPageModel
import RectoPluginKit

/// `recto.json`: which parts one after the other are a publication (docs/packages.md).
struct PackageManifest: Sendable, Hashable {
  struct Part: Sendable, Hashable {
    /// A file or folder of the package.
    var path: String
    /// Its entry in the table of contents, above its own; nil if its own stand at the top.
    var title: String?
    /// A choice of its pages such as `1-4,last`; nil for all.
    var pages: String?
    var keepsLabels = false
  }

  var metadata = Metadata()
  /// Nil for that of the first part.
  var direction: ReadingDirection?
  /// A picture or document whose first page goes before all others.
  var cover: String?
  var parts: [Part]

  static let fileName = "recto.json"

  /// Bytes of the file: a thousand parts with long names are a tenth of it.
  static let maximumBytes = 1 << 20
  static let maximumParts = 1000
}

extension PackageManifest {
  /// Throws `damaged` with the problem and its place.
  init(_ bytes: FileBytes) throws(PageError) {
    do throws(JSONError) {
      try self.init(jsonBytes: bytes.prefix(Self.maximumBytes))
    } catch {
      throw PageError(.damaged, "\(Self.fileName): \(error)")
    }
  }
}

extension PackageManifest: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    try json.checkMembers(["$schema", "metadata", "direction", "cover", "parts"])
    metadata =
      try json.ifPresent("metadata") { value throws(JSONError) in
        try Metadata(manifest: value)
      } ?? Metadata()
    direction = try json.ifPresent("direction") { value throws(JSONError) in
      guard let direction = ReadingDirection(rawValue: try value.string()) else {
        throw JSONError("expected ltr, rtl or ttb")
      }
      return direction
    }
    cover = try json.decodeIfPresent("cover")
    parts = try json.required("parts") { list throws(JSONError) in
      try list.elements { value throws(JSONError) in try Part(json: value) }
    }
    guard (1...Self.maximumParts).contains(parts.count) else {
      throw JSONError("parts must list 1 to \(Self.maximumParts) parts")
    }
  }
}

extension PackageManifest.Part: JSONDecodable {
  /// An object, or the path alone.
  init(json: JSONValue) throws(JSONError) {
    if let path = try? json.string() {
      self.init(path: path)
      return
    }
    try json.checkMembers(["path", "title", "pages", "labels"])
    self.init(
      path: try json.decode("path"), title: try json.decodeIfPresent("title"),
      pages: try json.decodeIfPresent("pages"),
      keepsLabels: try json.ifPresent("labels") { value throws(JSONError) in
        switch try value.string() {
        case "own": true
        case "count": false
        default: throw JSONError("expected own or count")
        }
      } ?? false)
  }
}

extension Metadata {
  /// Reads the form of `recto.json`.
  fileprivate init(manifest json: JSONValue) throws(JSONError) {
    try json.checkMembers(["title", "author", "subject", "keywords", "language", "date"])
    self.init()
    title = try json.decodeIfPresent("title")
    author = try json.decodeIfPresent("author")
    subject = try json.decodeIfPresent("subject")
    keywords = try json.decodeIfPresent("keywords")
    language = try json.decodeIfPresent("language")
    created = try json.ifPresent("date") { value throws(JSONError) in
      guard let date = try value.string().timestamp else {
        throw JSONError("expected a date such as 2026-10-01")
      }
      return date
    }
  }
}

extension JSONValue {
  /// Throws for a member that is not known, which would be one that is misspelled, or there twice.
  fileprivate func checkMembers(_ known: [String]) throws(JSONError) {
    var seen: Set<String> = []
    try members { name, _ throws(JSONError) in
      guard known.contains(name) else {
        throw JSONError("the member is not known: use \(known.joined(separator: ", "))")
      }
      guard seen.insert(name).inserted else { throw JSONError("the member appears twice") }
    }
  }
}
