import RectoPageModel

/// Enforces the limits of one job while the host waits for its worker's socket.
///
/// It checks them even while packets arrive: a worker may send parts without end, or leave the
/// host's packets unread until the socket is full.
struct JobWatch {
  /// The interval of checks. A worker that allocates at full speed gets some 20 MiB in between.
  static let milliseconds: Int32 = 10

  private let worker: WorkerProcess
  private let seconds: Double
  private let limits: WorkerLimits
  private var deadline: JobDeadline
  private var front: TimeAtFront?
  private var nextCheck: ContinuousClock.Instant

  init(of worker: WorkerProcess, seconds: Double, limits: WorkerLimits) {
    let now = ContinuousClock.now
    self.worker = worker
    self.seconds = seconds
    self.limits = limits
    deadline = JobDeadline(seconds: seconds, start: now)
    front =
      worker.isMovedBack ? nil : limits.secondsAtFront.map { TimeAtFront(seconds: $0, start: now) }
    nextCheck = now + .milliseconds(Int(Self.milliseconds))
  }

  /// Waits until the socket is ready. It also becomes ready when the worker is killed for a limit.
  mutating func wait(until isReady: (_ milliseconds: Int32) -> Bool) {
    var isWaiting = true
    while isWaiting {
      isWaiting = !isReady(Self.milliseconds)
      let now = ContinuousClock.now
      guard now >= nextCheck else { continue }
      nextCheck = now + .milliseconds(Int(Self.milliseconds))
      checkLimits(at: now)
    }
  }

  private mutating func checkLimits(at now: ContinuousClock.Instant) {
    let worker = worker
    if worker.memoryMiB > limits.memoryMiB {
      worker.kill(.memory(mebibytes: limits.memoryMiB))
    }
    if worker.helperMemoryMiB > limits.helperMemoryMiB {
      worker.kill(.memory(mebibytes: limits.helperMemoryMiB))
    }
    if front?.isOver(at: now, used: { worker.processorTime.used }) == true {
      front = nil
      worker.moveBack()
    }
    switch deadline.passing(at: now, time: { worker.processorTime }) {
    case .spent: worker.kill(.deadline(seconds: seconds))
    case .starved: worker.kill(.starved)
    case nil: break
    }
  }
}
