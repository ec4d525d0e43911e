import Glibc

/// The right to change a library or a published store, among processes. Given back with the object, and
/// by the kernel when the process ends.
final class ProcessLock: Sendable {
  private let descriptor: Int32

  /// Locks a library, and waits for another program for as long as `lockTimeout` says, such as for a
  /// command that is about to end.
  ///
  /// Throws `notNow` where it goes on, `cannotWrite`, `cancelled`. Calls `flock`.
  convenience init(
    _ folder: LibraryFolder, lockTimeout: Duration,
    now: @Sendable () -> ContinuousClock.Instant = { .now }
  ) async throws(NewsstandError) {
    let file = open(folder.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    try await self.init(
      file, of: folder.lock, lockTimeout: lockTimeout,
      busy: "the library \(folder.path) is being changed by another program", now: now)
  }

  /// Locks a folder that is published to, in the same way. File systems that know no locks of folders,
  /// such as some of networks, give none.
  convenience init(
    publishingTo output: String, lockTimeout: Duration,
    now: @Sendable () -> ContinuousClock.Instant = { .now }
  ) async throws(NewsstandError) {
    let folder = open(output, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try await self.init(
      folder, of: output, isOptional: true, lockTimeout: lockTimeout,
      busy: "another program is publishing to \(output)", now: now)
  }

  /// Takes over the descriptor of an open file, or a negative number with the reason in `errno`.
  private init(
    _ file: Int32, of path: String, isOptional: Bool = false, lockTimeout: Duration, busy: String,
    now: @Sendable () -> ContinuousClock.Instant
  ) async throws(NewsstandError) {
    guard file >= 0 else {
      throw NewsstandError(
        .cannotWrite, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    descriptor = file
    let end = now() + lockTimeout
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if isOptional, [EBADF, ENOLCK, ENOSYS, EOPNOTSUPP, EINVAL].contains(errno) { return }
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw NewsstandError(
          .cannotWrite, "\(path) cannot be locked: \(String(cString: strerror(errno)))")
      }
      guard now() < end else {
        throw NewsstandError(.notNow, "\(busy): end it, or try again when it is done")
      }
      do {
        try await Task.sleep(for: .milliseconds(50))
      } catch {
        throw NewsstandError(.cancelled, "waiting for the lock of \(path) was cancelled")
      }
    }
  }

  deinit {
    // Said outright: a process that was forked meanwhile shares the lock and would keep it.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
