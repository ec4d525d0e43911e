import RectoHTTP

/// The answer in the form that the request asks for: compressed, a range, or 304 because the client
/// has it (RFC 9110, sections 12 to 14).
struct Representation {
  private var answer: HTTPResponse
  private let request: HTTPRequest
  private var tag: EntityTag?

  init(_ answer: HTTPResponse, _ request: HTTPRequest) {
    self.answer = answer
    self.request = request
    tag = EntityTag(header: answer.headers["ETag"])
    if tag == nil, answer.status == .ok, case .bytes(let bytes) = answer.body,
      answer.headers["Cache-Control"] != Caching.never.header
    {
      tag = EntityTag(of: bytes)
    }
  }

  /// In the order of RFC 9110, section 13.2.2.
  var response: HTTPResponse {
    var response = answer
    if compressible { response.addVary("Accept-Encoding") }
    response.headers["ETag"] = tag?.header
    if response.status == .notModified { return notModified(response) }
    if let tag, let list = request.headers["If-Match"], !EntityTagList(list).containsStrongly(tag) {
      return ServerError(
        .preconditionFailed, "the content is not the version that the request names"
      ).response
    }
    if isCurrent { return notModified(response) }
    if let part = part(of: response) { return part }
    if wantsCompressed, case .bytes(let bytes) = response.body, let packed = gzip(bytes) {
      response.body = .bytes(packed)
      response.headers["Content-Encoding"] = "gzip"
      response.headers["ETag"] = tag?.compressed.header
    }
    response.headers["Accept-Ranges"] = "bytes"
    return response
  }

  // MARK: Conditional requests

  private var isCurrent: Bool {
    if let list = request.headers["If-None-Match"] {
      return tag.map { EntityTagList(list).contains($0) } ?? false
    }
    guard let since = request.headers["If-Modified-Since"] else { return false }
    // Compared as text, since clients return the date that they received.
    return since == answer.headers["Last-Modified"]
  }

  private func notModified(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.status = .notModified
    response.body = .bytes([])
    response.headers["Content-Type"] = nil
    if let tag, let list = request.headers["If-None-Match"],
      EntityTagList(list).meansCompressed(tag)
    {
      response.headers["ETag"] = tag.compressed.header
    }
    return response
  }

  // MARK: Compression

  /// The least number of bytes that are compressed: fewer fit into one packet anyway.
  private static let smallest = 1024

  private var compressible: Bool {
    guard answer.headers["Content-Encoding"] == nil else { return false }
    let type = answer.headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
    return type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml")
      || ["application/javascript", "image/svg+xml", "application/manifest+json"].contains(type)
  }

  /// True if the client accepts gzip and it is worth it. Ranges are of the uncompressed bytes.
  private var wantsCompressed: Bool {
    guard compressible, request.headers["Range"] == nil, case .bytes(let bytes) = answer.body else {
      return false
    }
    return bytes.count >= Self.smallest
      && AcceptedEncodings(request.headers["Accept-Encoding"]).takesGzip
  }

  // MARK: Parts

  private func part(of whole: HTTPResponse) -> HTTPResponse? {
    guard request.method == .get, let text = request.headers["Range"], isSame, let count else {
      return nil
    }
    switch ByteRange(text, of: count) {
    case .whole: return nil
    case .nothing:
      var response = ServerError(
        .rangeNotSatisfiable, "the range lies outside the \(count) bytes of the content",
        headers: ["Content-Range": "bytes */\(count)"]
      ).response
      response.headers["Accept-Ranges"] = "bytes"
      return response
    case .part(let range):
      var response = whole
      switch whole.body {
      case .bytes(let bytes): response.body = .bytes(Array(bytes[range]))
      case .file(let region):
        guard let part = try? FileRegion(range, of: region) else { return nil }
        response.body = .file(part)
      case .stream: return nil
      }
      response.status = .partialContent
      response.headers["Content-Range"] =
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
      response.headers["Accept-Ranges"] = "bytes"
      return response
    }
  }

  /// True if the range applies, because the client has the other parts of this same content
  /// (`If-Range`; RFC 9110, section 13.1.5).
  private var isSame: Bool {
    guard let condition = request.headers["If-Range"] else { return true }
    return condition == tag?.header || condition == answer.headers["Last-Modified"]
  }

  private var count: Int? {
    switch answer.body {
    case .bytes(let bytes): bytes.count
    case .file(let region): region.count
    case .stream: nil
    }
  }
}

extension HTTPResponse {
  /// Says that the answer depends on a field of the request.
  mutating func addVary(_ field: String) {
    let known = headers["Vary"]
    guard known?.lowercased().contains(field.lowercased()) != true else { return }
    headers["Vary"] = known.map { "\($0), \(field)" } ?? field
  }
}
