import Foundation

/// The number of processors that a process, or else the calling thread, may use. From
/// `/proc/PID/status` (proc(5)).
public func allowedProcessors(of process: Int32? = nil) throws -> Int {
  let task = process.map { "\($0)" } ?? "thread-self"
  let status = try String(contentsOfFile: "/proc/\(task)/status", encoding: .utf8)
  let mask = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }?
    .split(separator: ":").last
  return mask?.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) } ?? 0
}
