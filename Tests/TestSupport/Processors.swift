import Foundation

/// True if a process or thread has the policy SCHED_IDLE (sched(7)); 0 is the calling thread.
public func runsWhenIdle(_ thread: pid_t = 0) -> Bool {
  // Swift does not import the constant.
  sched_getscheduler(thread) == 5
}

/// The number of processors that a process, or else the calling thread, may use. From
/// `/proc/PID/status` (proc(5)).
public func allowedProcessors(of process: Int32? = nil) throws -> Int {
  let task = process.map { "\($0)" } ?? "thread-self"
  let status = try String(contentsOfFile: "/proc/\(task)/status", encoding: .utf8)
  let mask = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }?
    .split(separator: ":").last
  return mask?.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) } ?? 0
}
