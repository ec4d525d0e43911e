import Dispatch

/// Runs the work of an actor on a queue of its own: a database blocks, and must not hold up the
/// threads that all tasks share.
final class DatabaseQueue: SerialExecutor {
  private let queue: DispatchQueue

  init(_ label: String) {
    queue = DispatchQueue(label: label)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
