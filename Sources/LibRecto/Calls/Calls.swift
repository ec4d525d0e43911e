import CRecto
import CRectoFork

/// Runs the body of a function of the library: all have theirs in here. A fork of the host by another
/// thread waits for it.
func call<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  fork_gate_start()
  fork_gate_enter()
  defer { fork_gate_leave() }
  return try body()
}

/// Runs the body of a function that gives a status.
func attempt(
  _ destination: UnsafeMutablePointer<recto_error>?, _ body: () throws(Failure) -> Void
) -> recto_status {
  call {
    do throws(Failure) {
      try body()
      Failure.write(recto_status(RECTO_STATUS_OK), "", to: destination)
      return recto_status(RECTO_STATUS_OK)
    } catch {
      return error.report(to: destination)
    }
  }
}
