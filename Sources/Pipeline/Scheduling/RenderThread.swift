import CRectoFork
import CRectoLinux
import Dispatch
import RectoPageModel
import RectoWorkers

/// A thread that does requests one at a time on an open copy of its own.
///
/// Rendering a page blocks its thread, which must not be one of the concurrency runtime's shared
/// pool. Parsers of nested formats also need a deep stack.
final class RenderThread: Sendable {
  /// The size of the stack in bytes, deep enough for Poppler's recursion up to its own limits.
  private static let stackBytes = 64 << 20

  let pace: WorkPace
  private let wakeUp = DispatchSemaphore(value: 0)

  init(at pace: WorkPace) {
    self.pace = pace
  }

  /// Starts the thread, which ends when the queue is closed or after some idle time. Returns false
  /// if the system starts no more threads.
  func start(_ queue: RequestQueue, _ opening: Opening) -> Bool {
    let loop = Unmanaged.passRetained(Loop(thread: self, queue: queue, opening: opening))
    let status = linux_start_thread(
      Self.stackBytes, { Unmanaged<Loop>.fromOpaque($0!).takeRetainedValue().run() },
      loop.toOpaque())
    if status != 0 { loop.release() }
    return status == 0
  }

  /// Wakes the thread for a new request, or because the queue is closed.
  func wake() { wakeUp.signal() }

  private final class Loop {
    private let thread: RenderThread
    private let queue: RequestQueue
    private let copy: OpenCopy

    init(thread: RenderThread, queue: RequestQueue, opening: Opening) {
      self.thread = thread
      self.queue = queue
      copy = OpenCopy(opening, at: thread.pace)
    }

    func run() {
      fork_gate_enter()
      defer { fork_gate_leave() }
      while true {
        switch queue.next(for: thread) {
        case .request(let request):
          request.work(copy)
          queue.finish(request.number)
        case .nothing:
          let outcome = blocking { thread.wakeUp.wait(timeout: .now() + RequestQueue.longestIdle) }
          guard outcome == .timedOut, queue.retire(thread) else { continue }
          queue.keep(copy.currentInfo()?.warnings ?? [])
          return
        case .closed: return
        }
      }
    }
  }
}
