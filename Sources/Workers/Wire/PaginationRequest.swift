import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The request that counts pages of a worker's publication.
struct PaginationRequest {
  var goal: PaginationGoal
  var seconds: Double
  /// True if another worker has begun at the first part.
  var isHelping: Bool
}

extension PaginationRequest: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      switch goal {
      case .page(let index): json.member("page", index)
      case .place(let locator): json.member("place", locator)
      case .whole: break
      }
      json.member("seconds", seconds)
      json.member("isHelping", isHelping)
    }
  }
}

extension PaginationRequest: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    if let index: Int = try json.decodeIfPresent("page") {
      goal = .page(index)
    } else if let place: Locator = try json.decodeIfPresent("place") {
      goal = .place(place)
    } else {
      goal = .whole
    }
    seconds = try json.decode("seconds")
    isHelping = try json.decode("isHelping")
  }
}

/// The progress of a worker.
struct PaginationAnswer {
  /// False as long as something is left to be laid out for the goal.
  var isDone: Bool
  /// True if all pages are counted.
  var isWhole: Bool
  /// See `PaginatingPublication.laidOutShare`.
  var laidOutShare: Double
}

extension PaginationAnswer: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("isDone", isDone)
      json.member("isWhole", isWhole)
      json.member("laidOutShare", laidOutShare)
    }
  }
}

extension PaginationAnswer: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    isDone = try json.decode("isDone")
    isWhole = try json.decode("isWhole")
    laidOutShare = try json.decode("laidOutShare")
    guard (0...1).contains(laidOutShare) else { throw JSONError("laidOutShare is not a share") }
  }
}
