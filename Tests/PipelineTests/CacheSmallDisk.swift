import Foundation
import TestSupport

/// A file system of its own in memory, unmounted when the last reference goes.
final class SmallDisk: Sendable {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  /// Nil if this process may not mount one.
  init?(kibibytes: Int) {
    guard let folder = try? temporaryFolder(),
      mount("tmpfs", folder.path, "tmpfs", 0, "size=\(kibibytes)k") == 0
    else { return nil }
    self.folder = folder
  }

  deinit { umount(folder.path) }

  /// Makes the disk read-only, even for root.
  func makeReadOnly() throws {
    guard mount(nil, folder.path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0 else {
      throw POSIXError(.EPERM)
    }
  }

  static let canBeMade = SmallDisk(kibibytes: 64) != nil
}
