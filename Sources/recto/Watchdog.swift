import Glibc
import PageModel
import Synchronization

/// Ends the process where a limit on time or memory is passed, with one clear sentence.
///
/// A parser that loops cannot be stopped from within its own process; until pages are rendered in
/// workers of their own, ending the process is how a deadline is kept. Nothing half-written is
/// left: unfinished files have no name yet.
final class Watchdog: Sendable {
  private struct State {
    var deadline = ContinuousClock.now
    var page: Int?
  }

  private let state: Mutex<State>
  private let source: String
  private let seconds: Double
  private let memoryBytes: Int

  /// Begins to watch, from a thread of its own.
  init(source: String, seconds: Double, memoryMiB: Int) {
    self.source = source
    self.seconds = seconds
    memoryBytes = memoryMiB << 20
    state = Mutex(State())
    step(page: nil)
    let context = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { context in
        Unmanaged<Watchdog>.fromOpaque(context!).takeRetainedValue().watch()
      }, context)
  }

  /// A new piece of work begins: its time counts from now.
  func step(page: Int?) {
    state.withLock { $0 = State(deadline: .now + .seconds(seconds), page: page) }
  }

  private func watch() -> Never {
    while true {
      usleep(20_000)
      let state = state.withLock { $0 }
      if ContinuousClock.now > state.deadline {
        end("it is not done after \(seconds.formatted) s: try --time-limit", state.page)
      }
      if residentBytes() > memoryBytes {
        end("it needs more than \(memoryBytes >> 20) MiB of memory: try --memory-limit", state.page)
      }
    }
  }

  private func end(_ message: String, _ page: Int?) -> Never {
    Diagnostics.line(
      Diagnostics.sentence("the limit was reached: \(message)", source: source, page: page))
    _exit(ExitStatus.limit.rawValue)
  }

  /// The second number of `/proc/self/statm` (proc(5)), in bytes.
  private func residentBytes() -> Int {
    let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return 0 }
    let fields = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
  }
}
