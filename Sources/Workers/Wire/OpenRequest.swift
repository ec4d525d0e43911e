import RectoJSON
import RectoPageModel
import RectoPluginKit

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
