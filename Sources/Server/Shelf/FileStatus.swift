import Glibc

/// The status of a file from `lstat`. Any write to the file changes it.
struct FileStatus: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let mode: UInt32
  let byteCount: Int
  /// In nanoseconds since 1970, like `changed`.
  private let modified: Int
  /// The time of the status change, which programs cannot set: a change shows even if the time of
  /// modification was put back.
  private let changed: Int

  /// Returns nil if nothing is there. Calls `lstat`.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = status.st_mode & S_IFMT
    byteCount = Int(status.st_size)
    modified = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    changed = status.st_ctim.tv_sec * 1_000_000_000 + status.st_ctim.tv_nsec
  }

  var isFolder: Bool { mode == S_IFDIR }
  var isFile: Bool { mode == S_IFREG }
  var isLink: Bool { mode == S_IFLNK }
  var modifiedSeconds: Int { modified / 1_000_000_000 }

  /// All fields in one line.
  var text: String { "\(device) \(inode) \(mode) \(byteCount) \(modified) \(changed)" }

  /// The file's identity, which a write does not change.
  var place: [UInt64] { [device, inode] }
}
