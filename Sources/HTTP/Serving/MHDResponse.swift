import CRectoMicroHTTPD
import Glibc

/// Owns a reference to a response of libmicrohttpd. Calls `MHD_destroy_response`; the connection
/// that it was queued on has another reference until it is sent.
struct MHDResponse: ~Copyable {
  private let pointer: OpaquePointer
  private let status: UInt32

  /// Returns nil if memory or descriptors are short, or if a header field contains a line end.
  static func make(
    _ response: HTTPResponse, _ stream: BodyStream?, isForHead: Bool = false
  ) -> MHDResponse? {
    guard let pointer = make(response.body, stream) else { return nil }
    if stream != nil, isForHead { microhttpd_end_with_connection(pointer) }
    let made = MHDResponse(
      pointer: pointer, status: UInt32(clamping: response.status.rawValue))
    for field in response.headers.fields {
      guard MHD_add_response_header(pointer, field.name, field.value) == .YES else { return nil }
    }
    return made
  }

  private static func make(_ body: HTTPResponse.Body, _ stream: BodyStream?) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes): return ResponseBytes(bytes).makeResponse()
    case .file(let region):
      // libmicrohttpd closes the descriptor that it is given.
      let descriptor = fcntl(region.descriptor, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      let made = MHD_create_response_from_fd_at_offset64(
        UInt64(region.count), descriptor, UInt64(region.offset))
      if made == nil { close(descriptor) }
      return made
    case .stream: return stream?.makeResponse()
    }
  }

  deinit { MHD_destroy_response(pointer) }

  /// Answers the request that the connection has at present. Calls `MHD_queue_response`.
  func queue(on connection: Connection) -> MHD_Result {
    MHD_queue_response(connection.pointer, status, pointer)
  }
}
