/// A request for a whole transfer, with its redirects.
struct TransferRequest {
  var url: FetchURL
  /// The catalog that names the URL, where no person does.
  var namedBy: FetchURL?
  /// Further fields of the header.
  var fields: [(name: String, value: String)] = []
  /// True if the body may come compressed; it is passed on decompressed.
  var mayBeCompressed = false
  /// For all of it.
  var mostSeconds: Double?
}
