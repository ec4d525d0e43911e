import CRectoCurl

/// Owns a list of libcurl's, of fields for a request's header.
struct HeaderList: ~Copyable {
  let first: UnsafeMutablePointer<curl_slist>?

  /// Calls `curl_slist_append`.
  init(_ fields: [(name: String, value: String)]) {
    var list: UnsafeMutablePointer<curl_slist>?
    for field in fields { list = curl_slist_append(list, "\(field.name): \(field.value)") }
    first = list
  }

  deinit { curl_slist_free_all(first) }
}
