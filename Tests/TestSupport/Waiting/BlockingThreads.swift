import Foundation
import Synchronization

/// Threads for tests that block while they wait for another process.
///
/// Swift's cooperative pool has a thread a processor: tests that block these stop all others.
final class BlockingThreads: TaskExecutor {
  static let shared = BlockingThreads(count: 4 * ProcessInfo.processInfo.activeProcessorCount)

  private let jobs = Mutex<[UnownedJob]>([])
  private let arrived = DispatchSemaphore(value: 0)

  /// Starts the threads, which live as long as the process.
  private init(count: Int) {
    for _ in 0..<count {
      let thread = Thread { [self] in
        while true {
          arrived.wait()
          let job = jobs.withLock { $0.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }
      // Tests run typesetters and parsers that recurse.
      thread.stackSize = 8 << 20
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrived.signal()
  }
}
