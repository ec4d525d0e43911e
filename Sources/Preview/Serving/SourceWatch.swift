import Glibc
import RectoHTTP
import RectoPageModel

/// Tells when a source was saved: a file, or a folder with all that is below it. Calls `inotify`.
///
/// Editors save in many ways - they write into the file, or rename another over it - and with many
/// steps. All events within a short time are one change.
final class SourceWatch: Sendable {
  /// One element for each change; at most one waits. It ends with the watch.
  let changes: AsyncStream<Void>
  private let end: Int32

  /// Begins to watch. Throws `limit` if the system lets no more be watched, `notFound` if
  /// there is nothing.
  init(_ scope: ProofServer.Scope) throws(PageError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.error() }
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    let queue = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
    guard queue >= 0 else {
      let error = Self.error()
      for descriptor in ends { close(descriptor) }
      throw error
    }
    var tree = WatchedTree(queue: queue, scope: scope)
    guard tree.begin() else {
      let error = Self.error()
      for descriptor in ends + [queue] { close(descriptor) }
      throw error
    }
    let (changes, sink) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    self.changes = changes
    end = ends[1]
    let loop = ChangeLoop(tree: tree, queue: queue, end: ends[0], sink: sink)
    startThread { loop.run() }
  }

  /// Ends the watch and its thread.
  deinit { close(end) }

  private static func error() -> PageError {
    errno == ENOSPC || errno == EMFILE
      ? PageError(
        .limit, "the source cannot be watched: the system's limit on watched files is reached")
      : PageError(
        .notFound, "the source cannot be watched: \(String(cString: strerror(errno)))")
  }
}
