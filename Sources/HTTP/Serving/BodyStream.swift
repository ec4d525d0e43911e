import CRectoMicroHTTPD
import Synchronization

/// The part of a body that a handler has written and the client has not yet received.
///
/// One task writes. The server's thread reads, and suspends the connection while the buffer is
/// empty.
final class BodyStream: Sendable {
  private enum End { case open, whole, broken }

  private struct State {
    var waiting: [UInt8] = []
    /// The number of these bytes that were sent.
    var sent = 0
    var end = End.open
    var writer: CheckedContinuation<Void, Never>?
  }

  private let connection: Connection
  private let capacity: Int
  private let state = Mutex(State())

  init(_ connection: Connection, capacity: Int) {
    self.connection = connection
    self.capacity = max(capacity, 1)
  }

  /// True while the writer waits for room in the buffer.
  var hasWaitingWriter: Bool { state.withLock { $0.writer != nil } }

  // MARK: The writer's side

  func write(_ bytes: ArraySlice<UInt8>) async throws {
    var rest = bytes
    while !rest.isEmpty {
      try Task.checkCancellation()
      let (taken, isOpen) = state.withLock { state in
        guard state.end == .open else { return (0, false) }
        let room = min(capacity - (state.waiting.count - state.sent), rest.count)
        state.waiting += rest.prefix(room)
        return (room, true)
      }
      guard isOpen else { throw CancellationError() }
      rest = rest.dropFirst(taken)
      if taken > 0 { connection.resume() }
      if !rest.isEmpty { await room() }
    }
  }

  /// Returns when there is room, the body has ended or the task is cancelled.
  private func room() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mayGoOn = state.withLock { state in
          guard state.end == .open, state.waiting.count - state.sent >= capacity,
            !Task.isCancelled
          else { return true }
          state.writer = continuation
          return false
        }
        if mayGoOn { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.writer.take() }?.resume()
    }
  }

  /// Ends the body after the waiting bytes are sent; a `broken` one closes the connection in its
  /// middle.
  func end(broken: Bool = false) {
    let writer = state.withLock { state in
      if state.end == .open { state.end = broken ? .broken : .whole }
      return state.writer.take()
    }
    writer?.resume()
    connection.resume()
  }

  // MARK: The server's side

  /// The body as libmicrohttpd asks for it. Calls `MHD_create_response_from_callback`.
  func makeResponse() -> OpaquePointer? {
    MHD_create_response_from_callback(
      UInt64.max, 32 << 10,
      { context, _, buffer, room in
        let stream = Unmanaged<BodyStream>.fromOpaque(context!).takeUnretainedValue()
        return stream.read(UnsafeMutableRawBufferPointer(start: buffer, count: room))
      }, Unmanaged.passRetained(self).toOpaque(),
      { context in Unmanaged<BodyStream>.fromOpaque(context!).release() })
  }

  private func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (result, writer) = state.withLock { state in
      let count = min(buffer.count, state.waiting.count - state.sent)
      if count > 0 {
        buffer.copyBytes(from: state.waiting[state.sent..<state.sent + count])
        state.sent += count
        // The second case is for a slow client, for which the buffer never becomes empty.
        if state.sent == state.waiting.count || state.sent >= capacity {
          state.waiting.removeFirst(state.sent)
          state.sent = 0
        }
        return (count, state.writer.take())
      }
      switch state.end {
      case .open:
        // Under the lock, so that the next write finds it suspended.
        connection.suspend { [self] in end(broken: true) }
        return (0, nil)
      case .whole: return (-1, nil)
      case .broken: return (-2, nil)
      }
    }
    writer?.resume()
    return result
  }
}
