import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The description in an installed issue's folder: enough to rebuild the library's records.
struct InstalledIssue: JSONRepresentable, JSONDecodable {
  static let fileName = "contents.json"
  static let cover = "cover.jpg"
  /// A folder of `1.jpg` and so on.
  static let thumbnails = "thumbnails"
  private static let version = 1
  /// The maximum size of the file in bytes, longer than with any outline.
  private static let mostBytes = 32 << 20

  var issue: Issue
  var store: String?
  /// The key that the store's catalog has to be signed with.
  var key: PublisherKey?
  var files: [StoredFile]
  var pageCount: Int
  /// The format, such as `PDF 1.7`.
  var format: String
  var outline: [OutlineItem]
  /// Seconds since 1970-01-01T00:00:00Z.
  var installed: Double

  init(
    issue: Issue, store: String?, key: PublisherKey?, files: [StoredFile], pageCount: Int,
    format: String,
    outline: [OutlineItem], installed: Double
  ) {
    self.issue = issue
    self.store = store
    self.key = key
    self.files = files
    self.pageCount = pageCount
    self.format = format
    self.outline = outline
    self.installed = installed
  }

  /// Throws `badLibrary` where it cannot be read.
  init(path: String) throws(NewsstandError) {
    do {
      let bytes = try FileBytes(path: path)
      guard bytes.count <= Self.mostBytes else { throw JSONError("it is too long") }
      try self.init(jsonBytes: bytes.prefix(bytes.count))
    } catch {
      throw NewsstandError(.badLibrary, "\(path) cannot be read: \(error)")
    }
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("version", Self.version)
      json.member("issue", StoredIssue(issue))
      json.optional("store", store)
      json.optional("key", key?.text)
      json.key("files")
      json.array(files) { $0.value($1) }
      json.member("pages", pageCount)
      json.member("format", format)
      json.key("outline")
      json.array(outline) { $0.value($1) }
      json.member("installed", installed)
    }
  }

  init(json: JSONValue) throws(JSONError) {
    _ = try json.integer("version", in: Self.version...Self.version)
    issue = try (json.decode("issue") as StoredIssue).issue
    store = try json.decodeIfPresent("store")
    let keyText: String? = try json.decodeIfPresent("key")
    key = keyText.flatMap { PublisherKey($0) }
    // Without it no signature would be asked for.
    guard keyText == nil || key != nil else { throw JSONError("its store's key is damaged") }
    files = try json.decode("files")
    pageCount = try json.integer("pages", in: 1...Int.max)
    format = try json.decode("format")
    outline = try json.decode("outline")
    installed = try json.decode("installed")
  }
}

extension StoredFile: JSONRepresentable, JSONDecodable {
  /// `{"name","size","sha256"}`
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("name", name)
      json.member("size", size)
      json.member("sha256", sha256)
    }
  }

  /// Throws where the name is one of another folder.
  public init(json: JSONValue) throws(JSONError) {
    name = try json.decode("name")
    size = try json.integer("size", in: 0...Int.max)
    sha256 = try json.decode("sha256")
    guard !name.isEmpty, !name.unicodeScalars.contains("/"), !name.hasPrefix(".") else {
      throw JSONError("its name is not valid in a folder")
    }
  }
}
