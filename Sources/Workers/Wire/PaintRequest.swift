import RectoJSON
import RectoPageModel
import RectoPluginKit

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
