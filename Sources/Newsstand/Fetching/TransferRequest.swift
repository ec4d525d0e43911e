/// A request for a whole transfer, with its redirects.
struct TransferRequest {
  var url: FetchURL
  /// The catalog that names the URL, where no person does.
  var namedBy: FetchURL?
  /// Further fields of the header.
  var fields: [(name: String, value: String)] = []
  /// Fields that no other server than that of the URL gets, wherever it leads.
  var secretFields: [(name: String, value: String)] = []
  /// The body of a POST, which is not redirected; nil for a GET.
  var body: [UInt8]?
  /// True if the body of the answer may come compressed; it is passed on decompressed.
  var mayBeCompressed = false
  /// For all of it.
  var mostSeconds: Double?
}
