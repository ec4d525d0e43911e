import Glibc

/// The pace of work on pages, by which the system shares the processors: where there are too few for all,
/// what is at the back gets a tenth of what is at the front. A server has those wait who ask for much.
public enum WorkPace: String, Sendable, Hashable, CaseIterable {
  case front
  case back

  /// The pace of the current task's work; tasks that are made for it inherit it.
  @TaskLocal public static var current = front

  /// Beyond that of the program. Who answers readers, from a cache most of the time, comes before who makes
  /// pages.
  var niceness: Int32 { self == .front ? 3 : 13 }

  /// Has the calling thread, and what it starts, work at this pace from now on, if it worked at `pace`
  /// before; nil for the program's own. Calls `nice`, which concerns one thread on Linux.
  package func begin(after pace: WorkPace? = nil) {
    _ = nice(niceness - (pace?.niceness ?? 0))
  }

  /// The same for a process at `pace`, with what it has started. Calls `setpriority`.
  func begin(inFamilyOf process: pid_t, after pace: WorkPace) {
    let kind = __priority_which_t(PRIO_PROCESS.rawValue)
    for member in [process] + descendants(of: process) {
      for thread in threads(of: member).compactMap({ id_t($0) }) {
        _ = setpriority(kind, thread, getpriority(kind, thread) + niceness - pace.niceness)
      }
    }
  }
}
