import CRectoLinux
import Glibc
import Synchronization

/// Reports when the client of a suspended connection disconnects, which libmicrohttpd does not
/// check. One thread waits for all of them.
final class HangupWatch: Sendable {
  private struct State {
    var lastMark: UInt64 = 0
    var actions: [UInt64: @Sendable () -> Void] = [:]
  }

  /// A descriptor that is watched.
  struct Watched: Sendable {
    fileprivate let mark: UInt64
    fileprivate let descriptor: Int32
  }

  private let set: Int32
  /// A pair of sockets. The thread watches the near one under mark 0, and ends when the far one is
  /// closed.
  private let end: (near: Int32, far: Int32)
  private let state = Mutex(State())

  /// Starts the thread. Throws `cannotStart`.
  init() throws(HTTPError) {
    var ends: [Int32] = [-1, -1]
    let isPaired = linux_stream_pair(&ends) == 0
    set = linux_hangup_set()
    end = (ends[0], ends[1])
    guard isPaired, set >= 0, linux_watch_hangup(set, end.near, 0) == 0 else {
      let reason = String(cString: strerror(errno))
      for descriptor in [set, end.near, end.far] where descriptor >= 0 { close(descriptor) }
      throw HTTPError(.cannotStart, "connections cannot be watched: \(reason)")
    }
    startThread { [self] in
      var mark: UInt64 = 0
      while linux_next_hangup(set, &mark) == 0, mark != 0 {
        state.withLock { $0.actions.removeValue(forKey: mark) }?()
      }
      close(set)
      close(end.near)
    }
  }

  /// Ends the thread. Nothing may be added after that.
  func stop() { close(end.far) }

  /// Calls `action` once, from the thread, when the other end has disconnected.
  func add(_ descriptor: Int32, _ action: @escaping @Sendable () -> Void) -> Watched {
    let mark = state.withLock { state in
      state.lastMark += 1
      state.actions[state.lastMark] = action
      return state.lastMark
    }
    // If it cannot be added, the hangup is noticed at the next write.
    _ = linux_watch_hangup(set, descriptor, mark)
    return Watched(mark: mark, descriptor: descriptor)
  }

  /// Stops watching a descriptor. An action that has begun goes on.
  func remove(_ watched: Watched) {
    linux_forget_hangup(set, watched.descriptor)
    state.withLock { _ = $0.actions.removeValue(forKey: watched.mark) }
  }
}
