import RectoPageModel
import RectoPluginKit

/// The requested medium of a page.
struct MediumOrder {
  var index: Int
}

extension MediumOrder: JSONRepresentable {
  func write(to json: inout JSONWriter) {
    json.object { $0.member("index", index) }
  }
}

extension MediumOrder: JSONDecodable {
  init(json: JSONValue) throws(JSONError) {
    index = try json.decode("index")
  }
}
