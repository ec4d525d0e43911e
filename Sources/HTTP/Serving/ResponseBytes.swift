import CRectoMicroHTTPD

/// The bytes of a body, lent to libmicrohttpd until they are sent: copying cached bytes took a
/// third of the processor time of an answer.
final class ResponseBytes: Sendable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A response of libmicrohttpd, which holds this object until it is destroyed. Calls
  /// `MHD_create_response_from_buffer_with_free_callback_cls`, which does not write to the bytes.
  func makeResponse() -> OpaquePointer? {
    let held = Unmanaged.passRetained(self)
    // The storage of an array does not move while the array is held and not changed.
    let made = bytes.withUnsafeBytes { bytes in
      MHD_create_response_from_buffer_with_free_callback_cls(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress),
        { context in Unmanaged<ResponseBytes>.fromOpaque(context!).release() }, held.toOpaque())
    }
    if made == nil { held.release() }
    return made
  }
}
