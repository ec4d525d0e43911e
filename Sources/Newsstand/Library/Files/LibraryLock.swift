import Glibc

/// The right to change a library, among processes. Given back with the object, and by the kernel
/// when the process ends.
final class LibraryLock: Sendable {
  private let descriptor: Int32

  /// Waits for another program for as long as `patience` says, such as for a command that is about
  /// to end.
  ///
  /// Throws `notNow` where it goes on, `cannotWrite`, `cancelled`. Calls `flock`.
  init(
    _ folder: LibraryFolder, patience: Duration,
    now: @Sendable () -> ContinuousClock.Instant = { .now }
  ) async throws(NewsstandError) {
    let file = open(folder.lock, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw NewsstandError(
        .cannotWrite, "\(folder.lock) cannot be written: \(String(cString: strerror(errno)))")
    }
    descriptor = file
    let end = now() + patience
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        throw NewsstandError(
          .cannotWrite, "\(folder.lock) cannot be locked: \(String(cString: strerror(errno)))")
      }
      guard now() < end else {
        throw NewsstandError(
          .notNow,
          "the library \(folder.path) is being changed by another program: end it, or try again when it is done"
        )
      }
      do {
        try await Task.sleep(for: .milliseconds(50))
      } catch {
        throw NewsstandError(.cancelled, "opening the library was cancelled")
      }
    }
  }

  deinit {
    // Said outright: a process that was forked meanwhile shares the lock and would keep it.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
