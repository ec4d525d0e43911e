/// A request for a transfer, including its redirects.
struct TransferRequest {
  var url: FetchURL
  /// The catalog that states the URL; nil if the user stated it.
  var namedBy: FetchURL?
  /// Further fields of the header.
  var fields: [(name: String, value: String)] = []
  /// Header fields that only the URL's own server gets, and no server to which it redirects.
  var secretFields: [(name: String, value: String)] = []
  /// The body of a POST, for which redirects are not followed; nil for a GET.
  var body: [UInt8]?
  /// True if the server may compress the body of the answer, which is decompressed here.
  var mayBeCompressed = false
  /// The time limit of the whole transfer.
  var mostSeconds: Double?
}
