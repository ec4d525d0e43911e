import Glibc

/// Waits for what happens in a tree, and makes one change of what comes together.
struct ChangeLoop: Sendable {
  /// A save is over when nothing has happened for so long, in milliseconds.
  private static let quiet: Int32 = 40
  /// The longest wait in a tree that changes all the time.
  private static let longestDelay = Duration.milliseconds(400)
  /// The interval, in milliseconds, of checks for a root that went away.
  private static let search: Int32 = 200

  /// Handed over to the thread that runs this.
  let tree: WatchedTree
  let queue: Int32
  /// A pipe whose other end is closed to end the loop.
  let end: Int32
  let sink: AsyncStream<Void>.Continuation

  func run() {
    var tree = tree
    var firstChange: ContinuousClock.Instant?
    while true {
      let limit = firstChange == nil ? (tree.isIncomplete ? Self.search : -1) : Self.quiet
      var descriptors = [
        pollfd(fd: queue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&descriptors, 2, limit)
      if count < 0, errno != EINTR { break }
      if descriptors[1].revents != 0 { break }
      if tree.isIncomplete, tree.find() { firstChange = firstChange ?? .now }
      if tree.takeEvents() { firstChange = firstChange ?? .now }
      guard let first = firstChange else { continue }
      if count == 0 || ContinuousClock.now - first > Self.longestDelay {
        firstChange = nil
        sink.yield()
      }
    }
    close(queue)
    close(end)
    sink.finish()
  }
}
