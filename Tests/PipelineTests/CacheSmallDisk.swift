import TestSupport

/// A file system of its own in memory, unmounted when the last reference goes.
final class SmallDisk: Sendable {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  /// Nil where this process may not mount one.
  init?(kibibytes: Int) {
    guard let folder = try? temporaryFolder(),
      let mount = try? run(
        "/bin/mount", ["-t", "tmpfs", "-o", "size=\(kibibytes)k", "tmpfs", folder.path]),
      mount.status == 0
    else { return nil }
    self.folder = folder
  }

  deinit { _ = try? run("/bin/umount", [folder.path]) }

  /// From now on nobody may write, root neither.
  func makeReadOnly() throws {
    _ = try run("/bin/mount", ["-o", "remount,ro", folder.path])
  }

  static let canBeMade = SmallDisk(kibibytes: 64) != nil
}
