import CRectoMicroHTTPD
import Synchronization

/// A connection, which is suspended while there is nothing to send, so that libmicrohttpd's thread
/// serves the others meanwhile.
///
/// It may be suspended only from a callback of libmicrohttpd. While suspended, it stays open.
final class Connection: Sendable {
  /// Used in callbacks, on the server's thread, except to suspend and resume, which libmicrohttpd
  /// allows from any thread.
  nonisolated(unsafe) let pointer: OpaquePointer
  private let watch: HangupWatch
  private let connections: ClientConnections
  private let suspended = Mutex<HangupWatch.Watched?>(nil)

  init(_ pointer: OpaquePointer, _ server: ServerCore) {
    self.pointer = pointer
    watch = server.watch
    connections = server.connections
  }

  private var key: UInt { UInt(bitPattern: pointer) }

  /// Restarts the client's time for the next step.
  func advance() { connections.advance(key) }

  /// Records that the client's request was answered.
  func noteServed() { connections.noteServed(key) }

  /// Suspends it until `resume`, and calls `onHangup` if the client disconnects before.
  /// Calls `MHD_suspend_connection`.
  func suspend(onHangup: @escaping @Sendable () -> Void) {
    suspended.withLock { suspended in
      guard suspended == nil else { return }
      MHD_suspend_connection(pointer)
      connections.setWaitsForServer(true, key)
      suspended = watch.add(descriptor, onHangup)
    }
  }

  /// Resumes it, if it is suspended.
  /// Calls `MHD_resume_connection`.
  func resume() {
    suspended.withLock { suspended in
      guard let watched = suspended.take() else { return }
      // Before it is resumed: after that, its descriptor may be closed and reused.
      watch.remove(watched)
      connections.setWaitsForServer(false, key)
      MHD_resume_connection(pointer)
    }
  }

  /// The numeric address of the client, or an empty string.
  var clientAddress: String { numericAddress(microhttpd_client(pointer)) }

  private var descriptor: Int32 {
    microhttpd_socket(pointer)
  }
}
