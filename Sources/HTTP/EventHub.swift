import Synchronization

/// Hands events to all listeners, such as the browsers that show a page. Each takes them at its own
/// pace.
package final class EventHub<Event: Sendable>: Sendable {
  /// The loss of a listener that takes no more events.
  package enum Overflow: Sendable {
    /// The oldest of those that wait.
    case oldestEvents
    /// Its stream, which ends: a browser connects again, and sees that it has missed something.
    case stream
  }

  private struct State {
    var lastNumber = 0
    var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
  }

  /// The number of events that wait for one listener.
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
