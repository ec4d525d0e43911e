import PageModel
import PluginKit

/// What a worker is to do before the pages of its publication are known.
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

/// How far a worker is.
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
