import CRectoFork

/// Runs a call that may block: a wait for another process, thread or file.
///
/// A fork of the process does not wait for this thread meanwhile (see `CRectoFork.h`), so `call` should
/// do nothing else.
package func blocking<Result, Failure: Error>(
  _ call: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let depth = fork_gate_leave_all()
  defer { fork_gate_return(depth) }
  return try call()
}
