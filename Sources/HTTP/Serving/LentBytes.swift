import CRectoMicroHTTPD

/// The bytes of a body, lent to libmicrohttpd until they are sent: copies of what a cache holds
/// took a third of the processor time of an answer.
final class LentBytes: Sendable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The body as libmicrohttpd asks for it, which holds this object until then. Calls
  /// `MHD_create_response_from_buffer_with_free_callback_cls`, which only reads.
  func makeResponse() -> OpaquePointer? {
    let held = Unmanaged.passRetained(self)
    // The storage of an array stays in its place while the array is held and not changed.
    let made = bytes.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer_with_free_callback_cls(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        { context in Unmanaged<LentBytes>.fromOpaque(context!).release() }, held.toOpaque())
    }
    if made == nil { held.release() }
    return made
  }
}
