import RectoJSON
import RectoPageModel
import RectoPluginKit

extension JSONDecodable {
  /// Reads a request of the host. Throws `bug`: host and worker are of one make.
  init(wire bytes: [UInt8]) throws(PageError) {
    do throws(JSONError) {
      try self.init(jsonBytes: bytes)
    } catch {
      throw PageError(.bug, "the worker cannot read its request: \(error)")
    }
  }
}

extension JSONRepresentable {
  /// The message as bytes, its numbers exact.
  var wireBytes: [UInt8] { JSONWriter.bytes(of: self, isExact: true) }
}

/// The message with which a worker opens its source. It takes only the worker's own socket: the
/// zygote, whose memory later workers share, never sees a password.
struct OpenRequest {
  var options: OpenOptions
}

extension OpenRequest: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.optional("password", options.password)
      json.member("layout", options.layout)
      json.member("callSeconds", options.callSeconds)
      json.optional("engine", options.engine)
    }
  }
}

extension OpenRequest: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    options = OpenOptions(
      password: try json.decodeIfPresent("password"),
      layout: try json.decodeIfPresent("layout") ?? LayoutOptions(),
      callSeconds: try json.decode("callSeconds"), engine: try json.decodeIfPresent("engine"))
  }
}

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

/// A page to be painted into pixel memory that host and worker share.
struct PaintRequest {
  var request: RenderRequest
  var grid: PixelGrid
  /// The memory's identifier. A worker that has not seen it gets it as a descriptor.
  var memory: UInt64
  var memoryBytes: Int
  /// Memory that the worker may forget.
  var dropped: [UInt64]
}

extension PaintRequest: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("request", request)
      json.member("grid", grid)
      json.member("memory", Int(memory))
      json.member("memoryBytes", memoryBytes)
      json.key("dropped")
      json.array(dropped) { $0.value(Int($1)) }
    }
  }
}

extension PaintRequest: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    request = try json.decode("request")
    grid = try json.decode("grid")
    memory = UInt64(
      try json.required("memory") { v throws(JSONError) in try v.integer(in: 0...Int.max) })
    memoryBytes = try json.required("memoryBytes") { v throws(JSONError) in
      try v.integer(in: 4...Int.max)
    }
    dropped = try json.required("dropped") { value throws(JSONError) in
      try value.elements { v throws(JSONError) in UInt64(try v.integer(in: 0...Int.max)) }
    }
  }
}
