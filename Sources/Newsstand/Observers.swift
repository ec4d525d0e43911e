import Synchronization

/// Passes events to observers, each at its own pace.
final class Observers<Event: Sendable>: Sendable {
  private struct State {
    var lastNumber = 0
    var sinks: [Int: AsyncStream<Event>.Continuation] = [:]
  }

  /// Events that wait for one observer; of more, the oldest are lost.
  private static var capacity: Int { 1000 }

  private let state = Mutex(State())

  /// The events from now on.
  func events() -> AsyncStream<Event> {
    let (events, sink) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(Self.capacity))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.sinks[state.lastNumber] = sink
      return state.lastNumber
    }
    sink.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.sinks.removeValue(forKey: number) }
    }
    return events
  }

  func send(_ event: Event) {
    for sink in state.withLock({ Array($0.sinks.values) }) { sink.yield(event) }
  }

  /// Ends all streams.
  func finish() {
    for sink in state.withLock({ Array($0.sinks.values) }) { sink.finish() }
  }
}
