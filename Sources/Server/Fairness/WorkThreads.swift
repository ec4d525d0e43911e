import Dispatch
import Glibc
import RectoHTTP
import Synchronization

/// The threads for scheduled work in this process, such as encoding an image, so that the
/// concurrency runtime's few threads stay free for answers that need no turn.
///
/// Starts a thread if none is idle. A thread ends after some idle time.
final class WorkThreads: TaskExecutor {
  private struct State {
    /// The oldest first.
    var jobs: [UnownedJob] = []
    var idle = 0
  }

  private static let longestIdle = DispatchTimeInterval.seconds(10)

  private let state = Mutex(State())
  private let wakeUp = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = state.withLock { state in
      state.jobs.append(job)
      return state.jobs.count <= state.idle
    }
    if isTaken {
      wakeUp.signal()
    } else {
      startThread { [self] in run() }
    }
  }

  private func run() {
    while true {
      let job = state.withLock { state in
        if state.jobs.isEmpty { state.idle += 1 }
        return state.jobs.isEmpty ? nil : state.jobs.removeFirst()
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
        continue
      }
      let outcome = wakeUp.wait(timeout: .now() + Self.longestIdle)
      let isOver = state.withLock { state in
        state.idle -= 1
        return outcome == .timedOut && state.jobs.isEmpty
      }
      if isOver { return }
    }
  }
}
