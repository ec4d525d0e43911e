import CRectoMicroHTTPD
import Synchronization

/// A connection, which libmicrohttpd leaves alone for as long as there is nothing to send: its
/// thread serves the others meanwhile.
///
/// It may be suspended only from a callback of libmicrohttpd; it stays open as long as it is.
final class Connection: Sendable {
  /// It is asked in callbacks, on the server's thread; only suspending and resuming, which
  /// libmicrohttpd allows from any thread, come from elsewhere.
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

  /// The client has time again for what comes next.
  func advance() { connections.advance(key) }

  /// The client's request was answered.
  func noteServed() { connections.noteServed(key) }

  /// Leaves it alone until `resume`, and calls `onHangup` when the client goes before.
  /// Calls `MHD_suspend_connection`.
  func suspend(onHangup: @escaping @Sendable () -> Void) {
    suspended.withLock { suspended in
      guard suspended == nil else { return }
      MHD_suspend_connection(pointer)
      connections.setWaitsForServer(true, key)
      suspended = watch.add(descriptor, onHangup)
    }
  }

  /// Has libmicrohttpd go on with it; nothing where it is not suspended.
  /// Calls `MHD_resume_connection`.
  func resume() {
    suspended.withLock { suspended in
      guard let watched = suspended.take() else { return }
      // Only while it is suspended is its descriptor sure to be its own.
      watch.remove(watched)
      connections.setWaitsForServer(false, key)
      MHD_resume_connection(pointer)
    }
  }

  /// The numeric address of the other end; empty where there is none.
  var clientAddress: String { numericAddress(microhttpd_client(pointer)) }

  private var descriptor: Int32 {
    microhttpd_socket(pointer)
  }
}
