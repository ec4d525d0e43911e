import CRectoSandbox
import Glibc
import RectoPageModel

/// The list of system calls that pass, compiled. Owns the program.
///
/// `Sources/C/Sandbox/filter.c` has the list, with the numbers of the calls.
final class CallFilter: Sendable {
  // Never written after it is made.
  private nonisolated(unsafe) let program: OpaquePointer

  private static let made = Result { () throws(PageError) in try CallFilter() }

  /// The filter, which is compiled the first time: it is the same for every sandbox.
  ///
  /// Throws `notInstalled` where it cannot be made. Calls libseccomp.
  static func shared() throws(PageError) -> CallFilter { try made.get() }

  private init() throws(PageError) {
    guard let program = sandbox_filter_make() else {
      throw sandboxFailure("the filter of system calls cannot be made")
    }
    self.program = program
  }

  deinit { sandbox_filter_free(program) }

  /// Puts the filter on this process. Calls `seccomp`.
  func enforce() throws(PageError) {
    let status = sandbox_filter_enforce(program)
    try check(status, else: "this kernel does not support filters of system calls (seccomp)")
  }
}
