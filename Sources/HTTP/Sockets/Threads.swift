import Glibc

/// Runs `body` on a thread of its own: for what blocks, which must not hold up the shared pool of
/// the concurrency runtime.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  defer { pthread_attr_destroy(&attributes) }
  var thread = pthread_t()
  let status = pthread_create(
    &thread, &attributes,
    { context in
      Unmanaged<Start>.fromOpaque(context!).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Start(body)).toOpaque())
  precondition(status == 0, "a thread cannot be started: \(String(cString: strerror(status)))")
}
