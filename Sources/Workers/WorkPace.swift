import CRectoFork
import CRectoLinux
import Glibc
import RectoPageModel

/// The scheduling class of work on pages. Work at the back gets processors that nothing else needs,
/// and never the first one. A server runs the work of heavy clients at the back.
///
/// Niceness alone does not keep latency low: a nice thread that is running is not preempted before
/// its next tick, and one that wakes does not look for a processor with nice threads only. Both
/// differ for the policy SCHED_IDLE.
public enum WorkPace: String, Sendable, Hashable, CaseIterable {
  case front
  case back

  /// The pace of the current task's work, which its tasks inherit.
  @TaskLocal public static var current = front

  /// The niceness to add to the program's own. Even at the front it is positive, so that threads
  /// that answer from a cache come before those that render. At the back it counts only where the
  /// system refuses SCHED_IDLE.
  var niceness: Int32 { self == .front ? 3 : 16 }

  /// Moves the calling thread, and the threads and processes that it starts, from `pace` to this
  /// one; nil is the program's own niceness. Calls `nice`, which affects only one thread on Linux.
  package func begin(after pace: WorkPace? = nil) {
    _ = nice(niceness - (pace?.niceness ?? 0))
    moveBack(0)
  }

  /// Gives a thread the back's policy and processors, if this is the back.
  private func moveBack(_ thread: pid_t) {
    guard self == .back else { return }
    _ = linux_run_when_idle(thread)
    _ = linux_leave_first_processor(thread)
  }

  /// Moves a process and its descendants from `pace` to this one. Calls `setpriority`.
  func begin(inFamilyOf process: pid_t, after pace: WorkPace) {
    let kind = __priority_which_t(PRIO_PROCESS.rawValue)
    for member in [process] + descendants(of: process) {
      for thread in threads(of: member).compactMap({ id_t($0) }) {
        _ = setpriority(kind, thread, getpriority(kind, thread) + niceness - pace.niceness)
        moveBack(pid_t(thread))
      }
    }
  }

  /// Runs a computation at this pace and waits for it; at the back, on a thread of its own.
  ///
  /// The caller's thread keeps its priority, since a thread cannot raise it again after lowering
  /// it. New threads, such as those of the concurrency runtime, inherit the priority of the thread
  /// that starts them, so `body` must not start a thread, task or process. Task-local values, such
  /// as `current`, and the task's cancellation are not available in it.
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

  /// Runs a computation at the back, on a thread of its own. It blocks no other thread, however
  /// long it takes.
  ///
  /// `body` must not start a thread, task or process; see `perform`.
  package static func performBehind<Value: Sendable, Failure>(
    _ body: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let outcome: Result<Value, Failure> = await withCheckedContinuation { continuation in
      func run() { continuation.resume(returning: Result(catching: body)) }
      let work = Unmanaged.passRetained(Work(run))
      let status = linux_start_thread(
        0, { Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().run() }, work.toOpaque())
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
