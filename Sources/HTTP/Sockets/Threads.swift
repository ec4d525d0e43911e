import Dispatch
import Glibc

/// Runs `body` on a thread of its own, for blocking work that must not hold up the concurrency
/// runtime's shared pool. If the system starts no more threads, libdispatch runs it as soon as one
/// of its shared threads is free.
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
  let start = Unmanaged.passRetained(Start(body))
  let status = pthread_create(
    &thread, &attributes,
    { context in
      Unmanaged<Start>.fromOpaque(context!).takeRetainedValue().body()
      return nil
    }, start.toOpaque())
  if status != 0 {
    start.release()
    DispatchQueue.global().async(execute: body)
  }
}
