import RectoHTTP
import RectoJSON
import RectoPageModel

extension RequestContext {
  /// Bytes of a media type. Without a tag, `Delivery` adds the tag of their content.
  func answer(
    _ bytes: [UInt8], type: String, tag: EntityTag? = nil, caching: Caching = .revalidate
  ) -> HTTPResponse {
    var response = HTTPResponse(bytes, type: type)
    response.headers["ETag"] = tag?.header
    response.headers["Cache-Control"] = caching.header
    return response
  }

  /// A JSON document of a media type.
  func json(
    type: String = "application/json", tag: EntityTag? = nil, caching: Caching = .revalidate,
    isExact: Bool = false, _ write: (inout JSONWriter) -> Void
  ) -> HTTPResponse {
    var writer = JSONWriter(isExact: isExact)
    write(&writer)
    return answer(writer.bytes, type: type, tag: tag, caching: caching)
  }

  /// The answer with the bytes of `make`, or 304 without calling it if the client has them already.
  func answer(
    type: String, tag: EntityTag?, caching: Caching = .revalidate,
    make: () async throws -> [UInt8]
  ) async throws -> HTTPResponse {
    if let tag, hasCurrent(tag) {
      var response = answer([], type: type, tag: tag, caching: caching)
      response.status = .notModified
      return response
    }
    return answer(try await make(), type: type, tag: tag, caching: caching)
  }

  /// True if the client has the content of the tag, in any encoding.
  func hasCurrent(_ tag: EntityTag) -> Bool {
    guard request.headers["If-Match"] == nil, let text = request.headers["If-None-Match"] else {
      return false
    }
    return EntityTagList(text).contains(tag)
  }
}
