import CRectoCurl

/// An absolute URL that may be asked for, in its normal form (RFC 3986).
struct FetchURL: Sendable, Hashable {
  enum Scheme: String {
    case http, https, file
  }

  /// The maximum length in bytes; servers accept no more.
  static let longest = 8 << 10

  let text: String
  let scheme: Scheme
  /// In lower case, without brackets; empty for `file`.
  let host: String
  /// Decoded, of `file`.
  let path: String

  /// Spaces and letters beyond ASCII are encoded. Throws `refused`: for another scheme, a user's
  /// name, port 0, control characters, more than `longest` bytes.
  init(_ text: String) throws(NewsstandError) {
    let parts = try CurlURL(text)
    try self.init(parts, from: text)
  }

  /// The target of a reference in an answer from here. Throws `refused`.
  func resolved(_ reference: String) throws(NewsstandError) -> FetchURL {
    let parts = try CurlURL(text)
    try parts.set(reference)
    return try FetchURL(parts, from: reference)
  }

  private init(_ parts: borrowing CurlURL, from text: String) throws(NewsstandError) {
    guard let scheme = parts[CURLUPART_SCHEME].flatMap(Scheme.init) else {
      throw NewsstandError(
        .refused, "\(withoutQuery(text)) is not supported: use an http or https URL")
    }
    guard parts[CURLUPART_USER] == nil, parts[CURLUPART_PASSWORD] == nil else {
      throw NewsstandError(.refused, "a URL must not contain a user name: remove it")
    }
    guard let normal = parts[CURLUPART_URL], normal.utf8.count <= Self.longest else {
      throw NewsstandError(.refused, "\(withoutQuery(text)) is longer than \(Self.longest) bytes")
    }
    guard parts[CURLUPART_PORT].map(Int.init) != 0 else {
      throw NewsstandError(.refused, "\(withoutQuery(text)) names port 0, which is not valid")
    }
    self.text = normal
    self.scheme = scheme
    host = (parts[CURLUPART_HOST] ?? "").lowercased().filter { $0 != "[" && $0 != "]" }
    path = parts.decoded(CURLUPART_PATH) ?? ""
  }

  /// True if both are of one scheme, host and port (RFC 6454).
  func hasSameOrigin(as other: FetchURL) -> Bool { origin == other.origin }

  /// Scheme, host and port (RFC 6454, section 6.2).
  var origin: String {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    return String(text[..<(text[start...].firstIndex { "/?#".contains($0) } ?? text.endIndex)])
  }

  /// True for the names of this machine that need no resolution.
  var isLoopback: Bool {
    host == "localhost" || host == "::1"
      || host.hasPrefix("127.")
        && host.allSatisfy {
          $0 == "." || $0.isNumber
        }
  }

  /// For a sentence: without the query, where secrets are.
  var shown: String { withoutQuery(text) }
}

private func withoutQuery(_ text: String) -> String { printable(String(text.prefix { $0 != "?" })) }

/// Owns a `CURLU`.
private struct CurlURL: ~Copyable {
  /// Nil if memory is short, which all calls treat as an invalid handle.
  private let handle: OpaquePointer?

  /// Throws `refused`. Calls `curl_url`.
  init(_ text: String) throws(NewsstandError) {
    handle = curl_url()
    try set(text)
  }

  deinit { curl_url_cleanup(handle) }

  /// Sets an absolute URL, or one relative to the present one. Calls `curl_url_set`.
  func set(_ text: String) throws(NewsstandError) {
    guard !text.isEmpty, text.utf8.count <= FetchURL.longest,
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else {
      throw NewsstandError(
        .refused,
        text.isEmpty
          ? "the URL is empty"
          : "\(withoutQuery(text)) is not a URL: it has control characters or is longer than "
            + "\(FetchURL.longest) bytes")
    }
    let flags = UInt32(CURLU_URLENCODE | CURLU_ALLOW_SPACE | CURLU_NON_SUPPORT_SCHEME)
    let status = curl_url_set(handle, CURLUPART_URL, text, flags)
    guard status == CURLUE_OK else {
      throw NewsstandError(
        .refused,
        "\(withoutQuery(text)) is not a URL: \(String(cString: curl_url_strerror(status)))")
    }
  }

  /// A part of the URL as written. Calls `curl_url_get`.
  subscript(_ part: CURLUPart) -> String? { text(part, flags: 0) }

  /// Without its percent signs.
  func decoded(_ part: CURLUPart) -> String? { text(part, flags: UInt32(CURLU_URLDECODE)) }

  private func text(_ part: CURLUPart, flags: UInt32) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
