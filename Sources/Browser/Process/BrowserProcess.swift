import CRectoLinux
import Glibc
import RectoPageModel

/// The browser's process, and this end of the socket to it. Closing that ends it.
///
/// A worker makes it before it enters its sandbox, where no process can be made, and keeps the
/// socket. The process becomes the browser with the first byte that is written.
final class BrowserProcess {
  /// The socket for messages in both directions, which Chromium calls pipes.
  let socket: Int32
  private let process: pid_t

  /// Throws `notInstalled` where a package is missing, and `limit` where the system refuses.
  init() throws(PageError) {
    try BrowserProgram.check()
    var pair: [Int32] = [-1, -1]
    guard linux_stream_pair(&pair) == 0 else { throw Self.cannotStart() }
    defer { close(pair[1]) }
    socket = pair[0]
    process = Self.prepare(pair[1])
    guard process > 0 else { throw Self.cannotStart() }
  }

  deinit {
    close(socket)
    guard process > 0 else { return }
    // In a sandbox neither is allowed, nor needed: the closed socket ends it.
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  private static func prepare(_ socket: Int32) -> pid_t {
    let arguments = BrowserProgram.arguments.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    let environment: [UnsafeMutablePointer<CChar>?] = [nil]
    return arguments.withUnsafeBufferPointer { arguments in
      environment.withUnsafeBufferPointer { environment in
        var program = linux_program(
          path: arguments[0], arguments: arguments.baseAddress,
          environment: environment.baseAddress, socket: socket,
          user: BrowserProgram.user, data_bytes: BrowserProgram.dataBytes)
        return linux_prepare_program(&program)
      }
    }
  }

  private static func cannotStart() -> PageError {
    PageError(.limit, "the browser cannot be started: \(String(cString: strerror(errno)))")
  }
}
