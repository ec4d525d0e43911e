import CRectoLinux
import Dispatch

/// Runs `body` on a thread of its own, for blocking work that must not hold up the concurrency
/// runtime's shared pool. If the system starts no more threads, libdispatch runs it as soon as one
/// of its shared threads is free.
package func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let start = Unmanaged.passRetained(Start(body))
  let status = linux_start_thread(
    0, { Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().body() }, start.toOpaque())
  if status != 0 {
    start.release()
    DispatchQueue.global().async(execute: body)
  }
}
