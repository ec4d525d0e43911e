import CRectoLinux
import Glibc

/// The limit on open files of this process (`RLIMIT_NOFILE`). At the limit libraries fail in ways of
/// their own: libdispatch, which reads `/proc` each second, ends the process.
package enum OpenFiles {
  /// Raises the limit to what the system allows, up to `most`, and gives it. Calls `setrlimit`.
  package static func raiseLimit(to most: Int) -> Int {
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_NOFILE.rawValue), &limit)
    let wanted = min(limit.rlim_max, rlim_t(most))
    if limit.rlim_cur < wanted {
      var raised = rlimit(rlim_cur: wanted, rlim_max: limit.rlim_max)
      if setrlimit(Int32(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// Throws `busy` where fewer than `count` more files can be opened.
  package static func requireRoom(for count: Int32) throws(PageError) {
    guard linux_has_descriptors(count) else { throw tooMany }
  }

  /// The error of a call that failed: `busy` where too many files are open, else `unreadable`.
  package static func error(_ code: Int32, _ what: String = "cannot be read") -> PageError {
    code == EMFILE || code == ENFILE
      ? tooMany : PageError(.unreadable, "\(what): \(String(cString: strerror(code)))")
  }

  private static let tooMany = PageError(
    .busy, "too many files are open at once: try again later, or raise the limit (ulimit -n)")
}
