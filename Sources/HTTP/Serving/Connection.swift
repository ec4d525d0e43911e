import CMicroHTTPD
import Glibc
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
  private let suspended = Mutex<HangupWatch.Watched?>(nil)

  init(_ pointer: OpaquePointer, _ watch: HangupWatch) {
    self.pointer = pointer
    self.watch = watch
  }

  /// Leaves it alone until `resume`, and calls `onHangup` when the client goes before.
  /// Calls `MHD_suspend_connection`.
  func suspend(onHangup: @escaping @Sendable () -> Void) {
    suspended.withLock { suspended in
      guard suspended == nil else { return }
      MHD_suspend_connection(pointer)
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
      MHD_resume_connection(pointer)
    }
  }

  /// The numeric address of the other end; empty if there is none. Calls `getnameinfo`.
  var clientAddress: String {
    guard let address = microhttpd_client(pointer) else { return "" }
    let size =
      Int32(address.pointee.sa_family) == AF_INET6
      ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { name in
      getnameinfo(
        address, socklen_t(size), name.baseAddress, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
        == 0 ? String(cString: name.baseAddress!) : ""
    }
  }

  private var descriptor: Int32 {
    microhttpd_socket(pointer)
  }
}
