import Foundation
import Synchronization

/// Reads the lines of a pipe on a thread of its own and hands them out one by one.
final class LineReader: Sendable {
  private struct State {
    var lines: [String] = []
    var isAtEnd = false
    var arrived = Future<Void>()
  }

  private let state = Mutex(State())

  /// The reading thread owns `handle` from here on.
  init(_ handle: FileHandle) {
    Thread.detachNewThread { [self] in
      var rest: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        // `availableData` ends the process when a signal interrupts it.
        let count = read(handle.fileDescriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest += buffer[..<count]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          add(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeSubrange(...end)
        }
      }
      if !rest.isEmpty { add(String(decoding: rest, as: UTF8.self)) }
      try? handle.close()
      change { $0.isAtEnd = true }
    }
  }

  /// The next line; nil at the end of the pipe.
  func next(_ event: String) async throws -> String? {
    while true {
      let (line, isAtEnd, arrived) = state.withLock { state in
        let line = state.lines.isEmpty ? nil : state.lines.removeFirst()
        return (line, state.isAtEnd, state.arrived)
      }
      if let line { return line }
      if isAtEnd { return nil }
      try await arrived.value(event)
    }
  }

  private func add(_ line: String) { change { $0.lines.append(line) } }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      defer { state.arrived = Future() }
      return state.arrived
    }.fulfill(())
  }
}
