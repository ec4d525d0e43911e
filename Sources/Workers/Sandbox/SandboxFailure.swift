import Glibc
import RectoPageModel

/// The error for a layer that cannot be applied, with the reason in `errno`. Calls `strerror`.
func sandboxFailure(_ what: String) -> PageError {
  PageError(
    .notInstalled,
    "\(what) (\(String(cString: strerror(errno)))): pass --unsandboxed to render without a sandbox")
}

/// Turns the status of a call of the system into an error that says what failed.
func check(_ status: Int32, else what: String) throws(PageError) {
  guard status == 0 else { throw sandboxFailure(what) }
}
