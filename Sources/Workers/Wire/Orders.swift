import RectoJSON
import RectoPageModel
import RectoPluginKit

extension JSONDecodable {
  /// Reads an order of the host. Throws `bug`: host and worker are of one make.
  init(order bytes: [UInt8]) throws(PageError) {
    do throws(JSONError) {
      try self.init(jsonBytes: bytes)
    } catch {
      throw PageError(.bug, "the worker does not understand its order: \(error)")
    }
  }
}

extension JSONRepresentable {
  /// The order as bytes, its numbers exact.
  var orderBytes: [UInt8] { JSONWriter.bytes(of: self, isExact: true) }
}
