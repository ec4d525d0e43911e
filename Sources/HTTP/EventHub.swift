import Synchronization

/// Sends events to all listeners, such as the browsers that show a page. Each has a buffer of its
/// own.
package final class EventHub<Event: Sendable>: Sendable {
  /// The data that a listener loses when its buffer is full.
  package enum Overflow: Sendable {
    /// The oldest events in the buffer.
    case oldestEvents
    /// The whole stream, which ends: a browser then reconnects, and learns that it has missed
    /// events.
    case stream
  }

  private struct State {
    var lastNumber = 0
    var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
  }

  /// The number of events in the buffer of a listener.
  private static var capacity: Int { 1000 }

  private let overflow: Overflow
  private let state = Mutex(State())

  package init(overflowLoses overflow: Overflow) { self.overflow = overflow }

  /// The events from now on.
  package func events() -> AsyncStream<Event> {
    let (events, listener) = AsyncStream.makeStream(
      of: Event.self,
      bufferingPolicy: overflow == .stream
        ? .bufferingOldest(Self.capacity) : .bufferingNewest(Self.capacity))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = listener
      return state.lastNumber
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return events
  }

  package func send(_ event: Event) {
    for listener in state.withLock({ Array($0.listeners.values) }) {
      if case .dropped = listener.yield(event), overflow == .stream { listener.finish() }
    }
  }

  /// Ends all streams.
  package func finish() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.finish() }
  }
}
