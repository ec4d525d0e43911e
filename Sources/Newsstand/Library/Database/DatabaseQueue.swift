import Dispatch

/// Runs the work of an actor on its own queue, since a database blocks its thread and must not block
/// those that all tasks share.
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
