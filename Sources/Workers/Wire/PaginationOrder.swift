import PageModel
import PluginKit

/// The request that counts the pages of a worker's publication.
struct PaginationOrder {
  var seconds: Double
  /// True if another worker has begun at the first part.
  var isHelping: Bool
}

extension PaginationOrder: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("seconds", seconds)
      json.member("isHelping", isHelping)
    }
  }
}

extension PaginationOrder: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    seconds = try json.decode("seconds")
    isHelping = try json.decode("isHelping")
  }
}

/// The progress of a worker.
struct PaginationAnswer {
  /// False as long as something is left to be laid out.
  var isDone: Bool
}

extension PaginationAnswer: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { $0.member("isDone", isDone) }
  }
}

extension PaginationAnswer: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    isDone = try json.decode("isDone")
  }
}
