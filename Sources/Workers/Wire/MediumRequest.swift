import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The requested medium of a page.
struct MediumRequest {
  var index: Int
}

extension MediumRequest: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { $0.member("index", index) }
  }
}

extension MediumRequest: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    index = try json.decode("index")
  }
}
