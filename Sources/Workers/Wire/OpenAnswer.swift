import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A worker's answer about the source that it has opened.
struct OpenAnswer {
  /// The backend's version.
  var version: String
  /// True if its pages are still to be counted; see `PaginationRequest`.
  var needsPagination: Bool
}

extension OpenAnswer: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("version", version)
      json.member("needsPagination", needsPagination)
    }
  }
}

extension OpenAnswer: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    version = String((try json.decode("version") as String).prefix(Self.versionLength))
    needsPagination = try json.decode("needsPagination")
  }

  /// The maximum length of a version from an untrusted worker. That of a package names all backends.
  private static let versionLength = 400
}
