import CRectoCurl

/// The reason why an attempt to fetch something failed.
struct TransferFailure: Error, Sendable, Hashable {
  let error: NewsstandError
  /// True if the same attempt may succeed a little later.
  var isTransient = false
  /// True if the partial file of an earlier attempt cannot be resumed.
  var wantsNewStart = false

  /// True if a connection kept from an earlier exchange brought no answer: its server may have
  /// closed it, or sent more than it had announced.
  var isOfKeptConnection = false

  static let cancelled = TransferFailure(error: NewsstandError(.cancelled, "it was cancelled"))
}

extension CurlSession {
  /// The failure that a code of libcurl stands for. `sentence` is libcurl's own, if any.
  static func failure(_ code: CURLcode, _ sentence: String, _ url: FetchURL) -> TransferFailure {
    let said = sentence.isEmpty ? String(cString: curl_easy_strerror(code)) : sentence
    let why = said.unicodeScalars.prefix(200).filter { $0.value >= 0x20 && $0.value != 0x7F }
    func failure(
      _ code: NewsstandError.Code, _ text: String, isTransient: Bool = false
    ) -> TransferFailure {
      TransferFailure(
        error: NewsstandError(
          code, "\(url.shown) \(text): \(String(String.UnicodeScalarView(why)))"),
        isTransient: isTransient)
    }
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS:
      return failure(.refused, "is not fetched: the server cannot prove its identity")
    case CURLE_FILESIZE_EXCEEDED: return failure(.tooLarge, "is too long")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_OUT_OF_MEMORY,
      CURLE_BAD_CONTENT_ENCODING, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_WRITE_ERROR:
      return failure(.badAnswer, "returned invalid HTTP")
    // libcurl has one code for broken connections and for malformed chunks.
    case CURLE_RECV_ERROR where said.contains("chunk"):
      return failure(.badAnswer, "returned invalid HTTP")
    case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING:
      return failure(.unreachable, "was received only in part", isTransient: true)
    default: return failure(.unreachable, "cannot be reached", isTransient: true)
    }
  }
}
