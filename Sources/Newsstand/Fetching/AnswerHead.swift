import Glibc
import HTTP

/// The status and the header of an answer.
struct AnswerHead: Sendable {
  /// Of HTTP: `1.0`, `1.1`, `2`.
  var version: String
  var status: Int
  var headers = HTTPHeaders()

  /// The length of the body as it is sent, where the header says it.
  var contentLength: Int? { isChunked ? nil : headers["Content-Length"].flatMap { Int($0) } }

  private var isChunked: Bool { headers["Transfer-Encoding"] != nil }

  /// Whether one can tell the whole body from a part of it. The end of an encrypted connection says
  /// nothing: libcurl takes one that was cut for one that was closed.
  var hasKnownEnd: Bool { contentLength != nil || isChunked || !version.hasPrefix("1.") }

  /// Without its parameters, in lower case.
  var mediaType: String? {
    headers["Content-Type"].map { type in
      String(type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }).lowercased()
    }
  }

  var isHTML: Bool { mediaType == "text/html" || mediaType == "application/xhtml+xml" }

  /// What a later request may ask with whether this answer still holds. A date of change from the
  /// second in which the answer was made is none: what changed once more in that second has the same
  /// (RFC 9110, section 8.8.2.2).
  var validators: FetchValidators {
    let isSettled = secondsSinceChange.map { $0 >= 1 } ?? true
    return FetchValidators(
      entityTag: headers["ETag"], lastModified: isSettled ? headers["Last-Modified"] : nil)
  }

  /// From the date of change to the answer, by the server's clock.
  private var secondsSinceChange: Int? {
    guard let changed = headers["Last-Modified"].flatMap(seconds(ofHTTPDate:)),
      let made = headers["Date"].flatMap(seconds(ofHTTPDate:))
    else { return nil }
    return made - changed
  }

  /// What stands for this very sequence of bytes (RFC 9110, section 8.8.1): a strong entity tag, or a
  /// date of change that was a minute ago when the answer was made.
  var strongValidator: String? {
    if let tag = headers["ETag"] { return tag.hasPrefix("\"") ? tag : nil }
    guard let age = secondsSinceChange, age >= 60 else { return nil }
    return headers["Last-Modified"]
  }

  /// Where another answer leads to.
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// What a status that is no success means. Throws nothing for 2xx.
  func failure(for url: FetchURL) -> TransferFailure? {
    let text = url.shown
    let later = headers["Retry-After"].flatMap { secondsToWait($0, now: time(nil)) }
    switch status {
    case 200...203, 205...299: return nil
    case 401, 402, 407:
      return TransferFailure(
        error: NewsstandError(
          .needsAuthorization,
          "\(text) is only given to who signs in or pays (status \(status)): get it from its shop"))
    case 404, 410:
      return TransferFailure(
        error: NewsstandError(.notFound, "\(text) is not there (status \(status))"))
    case 408, 425, 429, 500...599:
      let wait = later.map { ", and asks to come back in \(Int($0)) s" } ?? ""
      return TransferFailure(
        error: NewsstandError(
          .badAnswer, "\(text) cannot be had now: the server answers with status \(status)\(wait)",
          retryAfter: later),
        isTransient: true)
    default:
      return TransferFailure(
        error: NewsstandError(
          .badAnswer, "\(text) cannot be had: the server answers with status \(status)"))
    }
  }
}
