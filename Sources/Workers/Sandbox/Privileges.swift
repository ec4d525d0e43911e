import CRectoSandbox
import Glibc
import RectoPageModel

/// The signals by which a process ends itself get their default effects back, and all are let
/// through: an inherited handler does not fit the process's new work. Signals from outside,
/// such as SIGINT and SIGTERM, keep their handling: the zygote decides whether a worker heeds a
/// terminal.
func resetSignals() {
  let fatal = [
    SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGPIPE, SIGSEGV, SIGSYS, SIGTRAP, SIGXCPU,
  ]
  for number in fatal { signal(number, SIG_DFL) }
  // Standard error may be a file. Writing to it is refused, and the process need not end for a lost
  // message.
  signal(SIGXFSZ, SIG_IGN)
  var none = sigset_t()
  sigemptyset(&none)
  sigprocmask(SIG_SETMASK, &none, nil)
}

/// Drops the process's rights over others, and those of other processes of its user over it.
func dropPrivileges() throws(PageError) {
  try check(sandbox_gain_no_privileges(), else: "new privileges cannot be ruled out")
  try check(sandbox_drop_capabilities(), else: "the process cannot drop its capabilities")
  try check(sandbox_hide_memory(), else: "the process cannot hide its memory")
  // After the capabilities: the kernel may forget it when they change.
  try check(sandbox_die_with_parent(), else: "the process cannot be tied to its parent")
}

/// Throws `bug` where the parent ended before the process was tied to it.
func checkParent(_ parent: pid_t?) throws(PageError) {
  guard let parent, getppid() != parent else { return }
  throw PageError(.bug, "the process \(parent) that wanted the sandbox has ended")
}
