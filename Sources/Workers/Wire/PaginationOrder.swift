import PageModel
import PluginKit

/// What a worker is to do before the pages of its publication are known.
struct PaginationOrder {
  /// What another worker of the same source has counted.
  var known: [Int]?
  var seconds: Double
}

extension PaginationOrder: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      if let known {
        json.key("known")
        json.array(known) { $0.value($1) }
      }
      json.member("seconds", seconds)
    }
  }
}

extension PaginationOrder: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    known = try json.decodeIfPresent("known")
    seconds = try json.decode("seconds")
  }
}

/// How far a worker is.
struct PaginationAnswer {
  /// The number of pages of each part; nil as long as something is left to be laid out.
  var counts: [Int]?
}

extension PaginationAnswer: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      if let counts {
        json.key("counts")
        json.array(counts) { $0.value($1) }
      }
    }
  }
}

extension PaginationAnswer: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    counts = try json.decodeIfPresent("counts")
  }
}
