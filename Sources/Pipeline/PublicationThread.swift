import Dispatch
import Glibc
import Synchronization

/// One thread that runs an open publication's work, one job after the other.
///
/// Rendering blocks for as long as a page takes, which must not hold up the shared pool of the
/// concurrency runtime; and parsers of nested formats want a deep stack.
final class PublicationThread: SerialExecutor {
  /// Deep enough for what Poppler recurses into before its own guards stop it.
  private static let stackBytes = 64 << 20

  private let jobs = Mutex<[UnownedJob]>([])
  private let wakeUp = DispatchSemaphore(value: 0)

  init() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, Self.stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    let loop = Unmanaged.passRetained(Loop(executor: self, wakeUp: wakeUp))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { context in
        Unmanaged<Loop>.fromOpaque(context!).takeRetainedValue().run()
        return nil
      }, loop.toOpaque())
    precondition(status == 0, "a thread cannot be started: \(String(cString: strerror(status)))")
  }

  deinit { wakeUp.signal() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wakeUp.signal()
  }

  /// The oldest job, or nil.
  fileprivate func next() -> UnownedJob? {
    jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  /// What the thread runs; it must not keep its executor alive, or neither would ever end.
  private final class Loop {
    private weak var executor: PublicationThread?
    private let wakeUp: DispatchSemaphore

    init(executor: PublicationThread, wakeUp: DispatchSemaphore) {
      self.executor = executor
      self.wakeUp = wakeUp
    }

    func run() {
      while true {
        wakeUp.wait()
        guard let executor else { return }
        if let job = executor.next() {
          job.runSynchronously(on: executor.asUnownedSerialExecutor())
        }
      }
    }
  }
}
