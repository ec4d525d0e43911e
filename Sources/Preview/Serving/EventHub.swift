import RectoHTTP
import Synchronization

/// Hands events to all browsers that show a proof.
final class EventHub: Sendable {
  private struct State {
    var lastNumber = 0
    var readers: [Int: AsyncStream<ServerSentEvent>.Continuation] = [:]
  }

  /// Events that wait for a browser. One that takes no more of them loses its connection, connects
  /// again and sees that it has missed something.
  private static let capacity = 1000

  private let state = Mutex(State())

  /// The events from now on; it ends when they cannot be kept for the reader.
  func events() -> AsyncStream<ServerSentEvent> {
    let (events, reader) = AsyncStream.makeStream(
      of: ServerSentEvent.self, bufferingPolicy: .bufferingOldest(Self.capacity))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.readers[state.lastNumber] = reader
      return state.lastNumber
    }
    reader.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
    }
    return events
  }

  func send(_ event: ServerSentEvent) {
    for reader in state.withLock({ Array($0.readers.values) }) {
      if case .dropped = reader.yield(event) { reader.finish() }
    }
  }
}
