import Glibc
import RectoPageModel

/// A sandbox that is ready to be applied, by this process or any that it forks.
///
/// It holds one descriptor, which a child must not close before it has called `apply`.
public struct PreparedSandbox: ~Copyable, Sendable {
  private let limits: ResourceLimits
  private let rules: FileRules
  private let filter: CallFilter

  init(_ sandbox: Sandbox) throws(PageError) {
    let limits = try ResourceLimits(sandbox)
    let rules = try FileRules(sandbox)
    let filter = try CallFilter.shared()
    self.limits = limits
    self.rules = rules
    self.filter = filter
  }

  /// Puts this process into the sandbox permanently: neither its threads nor anything that they
  /// start can leave it.
  ///
  /// `parent` is the process that must still be this one's parent; the kernel kills this process
  /// when the thread that forked it ends.
  ///
  /// Throws `bug` if a second thread is running, which the sandbox would not reach, or if the
  /// parent is gone; `notInstalled` if the kernel refuses a layer. After an error the process may
  /// be partly sandboxed and must not be given untrusted input.
  public borrowing func apply(parent: pid_t? = nil) throws(PageError) {
    let facts = try ProcessFacts()
    guard facts.threads == 1 else {
      throw PageError(
        .bug, "a sandbox reaches one thread and this process has \(facts.threads)")
    }
    resetSignals()
    try dropPrivileges()
    try checkParent(parent)
    try limits.apply(addressSpace: facts.addressSpace)
    try rules.enforce()
    // The last: it refuses the calls of the others.
    try filter.enforce()
  }
}
