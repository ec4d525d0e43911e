import Glibc
import RectoHTTP

/// The status and the header of an answer.
struct AnswerHead: Sendable {
  /// The version of HTTP: `1.0`, `1.1`, `2`.
  var version: String
  var status: Int
  var headers = HTTPHeaders()

  /// The length of the body as it is sent, where the header says it.
  var contentLength: Int? { isChunked ? nil : headers["Content-Length"].flatMap { Int($0) } }

  private var isChunked: Bool { headers["Transfer-Encoding"] != nil }

  /// True if the whole body can be told from a part of it. The end of an encrypted connection
  /// proves nothing: libcurl does not distinguish a cut connection from a closed one.
  var hasKnownEnd: Bool { contentLength != nil || isChunked || !version.hasPrefix("1.") }

  /// Without its parameters, in lower case.
  var mediaType: String? {
    headers["Content-Type"].map { type in
      String(type.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }).lowercased()
    }
  }

  var isHTML: Bool { mediaType == "text/html" || mediaType == "application/xhtml+xml" }

  /// The validators with which a later request can ask for changes. A date of change in the second
  /// of the answer is not one: another change in that second has the same date (RFC 9110, section
  /// 8.8.2.2).
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

  /// The validator of this exact sequence of bytes (RFC 9110, section 8.8.1): a strong entity tag,
  /// or a date of change at least a minute before the answer.
  var strongValidator: String? {
    if let tag = headers["ETag"] { return tag.hasPrefix("\"") ? tag : nil }
    guard let age = secondsSinceChange, age >= 60 else { return nil }
    return headers["Last-Modified"]
  }

  /// The freshness that the server states by `Cache-Control: max-age` (RFC 9111, section 5.2.2.1);
  /// 0 for an answer that is to be asked for each time.
  var freshSeconds: Double? {
    let rules = (headers["Cache-Control"] ?? "").lowercased().split(separator: ",")
      .map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
    if rules.contains("no-cache") || rules.contains("no-store") { return 0 }
    return rules.first { $0.hasPrefix("max-age=") }
      .flatMap { Double($0.dropFirst("max-age=".count)) }
  }

  /// True for a redirect.
  var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

  /// The failure that a status stands for; nil for 2xx.
  func failure(for url: FetchURL) -> TransferFailure? {
    let text = url.shown
    let later = headers["Retry-After"].flatMap { secondsToWait($0, now: time(nil)) }
    switch status {
    case 200...203, 205...299: return nil
    case 401, 402, 407:
      return TransferFailure(
        error: NewsstandError(
          .needsAuthorization,
          "\(text) requires a sign-in or a purchase (status \(status)): get it from its shop"))
    case 404, 410:
      return TransferFailure(
        error: NewsstandError(.notFound, "\(text) was not found (status \(status))"))
    case 408, 425, 429, 500...599:
      let wait = later.map { ", and asks to come back in \(Int($0)) s" } ?? ""
      return TransferFailure(
        error: NewsstandError(
          .badAnswer, "\(text) is not available now: the server answered with \(status)\(wait)",
          retryAfter: later),
        isTransient: true)
    default:
      return TransferFailure(
        error: NewsstandError(
          .badAnswer, "\(text) is not available: the server answered with \(status)"))
    }
  }
}
