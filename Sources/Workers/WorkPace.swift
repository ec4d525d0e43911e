import CRectoFork
import CRectoLinux
import Glibc
import RectoPageModel

/// The pace of work on pages, by which the system shares the processors: where there are too few
/// for all, what is at the back gets a tenth of what is at the front, and none of the first
/// processor. A server runs the work of heavy clients at the back.
///
/// Priority alone does not keep latency low: a browser's many threads, each of a low priority, hold up
/// others for tens of milliseconds together.
public enum WorkPace: String, Sendable, Hashable, CaseIterable {
  case front
  case back

  /// The pace of the current task's work; tasks that are made for it inherit it.
  @TaskLocal public static var current = front

  /// Beyond that of the program. Threads that answer readers, mostly from a cache, come before
  /// those that render.
  var niceness: Int32 { self == .front ? 3 : 13 }

  /// Has the calling thread, and what it starts, work at this pace from now on, if it worked at `pace`
  /// before; nil for the program's own. Calls `nice`, which concerns one thread on Linux.
  package func begin(after pace: WorkPace? = nil) {
    _ = nice(niceness - (pace?.niceness ?? 0))
    if self == .back { _ = linux_leave_first_processor(0) }
  }

  /// The same for a process at `pace`, with what it has started. Calls `setpriority`.
  func begin(inFamilyOf process: pid_t, after pace: WorkPace) {
    let kind = __priority_which_t(PRIO_PROCESS.rawValue)
    for member in [process] + descendants(of: process) {
      for thread in threads(of: member).compactMap({ id_t($0) }) {
        _ = setpriority(kind, thread, getpriority(kind, thread) + niceness - pace.niceness)
        if self == .back { _ = linux_leave_first_processor(pid_t(thread)) }
      }
    }
  }

  /// Runs a computation at this pace and waits for it; at the back, on a thread of its own.
  ///
  /// The caller's thread keeps its priority, since a thread cannot raise its own again, and all
  /// threads that it starts inherit it, such as those of the concurrency runtime. So `body` starts
  /// no thread, task or process. Task-local values, such as `current`, and the cancellation of the
  /// task are not known in it.
  package func perform<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard self == .back else { return try body() }
    var outcome: Result<Value, Failure>?
    func run() { outcome = Result(catching: body) }
    withoutActuallyEscaping(run) { run in
      let work = Work(run)
      let isDone = withExtendedLifetime(work) {
        var thread = pthread_t()
        let status = pthread_create(
          &thread, nil,
          { context in
            Unmanaged<Work>.fromOpaque(context!).takeUnretainedValue().run()
            return nil
          }, Unmanaged.passUnretained(work).toOpaque())
        return status == 0 && blocking { pthread_join(thread, nil) } == 0
      }
      if !isDone { run() }
    }
    return try outcome!.get()
  }

  /// Runs a computation at the back, on a thread of its own. It holds up no other thread, however long
  /// it takes.
  ///
  /// `body` starts no thread, task or process; see `perform`.
  package static func performBehind<Value: Sendable, Failure>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let outcome: Result<Value, Failure> = await withCheckedContinuation { continuation in
      func run() { continuation.resume(returning: Result(catching: body)) }
      let work = Unmanaged.passRetained(Work(run))
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
      defer { pthread_attr_destroy(&attributes) }
      var thread = pthread_t()
      let status = pthread_create(
        &thread, &attributes,
        { context in
          Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
          return nil
        }, work.toOpaque())
      guard status != 0 else { return }
      work.release()
      run()
    }
    return try outcome.get()
  }

  /// The work of a thread at the back.
  private final class Work {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    func run() {
      fork_gate_enter()
      defer { fork_gate_leave() }
      WorkPace.back.begin()
      body()
    }
  }
}
