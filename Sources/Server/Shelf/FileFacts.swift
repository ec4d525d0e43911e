import Glibc

/// The file system's record of a file, without following links: any write to the file changes it.
struct FileFacts: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let mode: UInt32
  let byteCount: Int
  /// Nanoseconds since 1970, as is the next.
  private let modified: Int
  /// Set by the system alone: a copied time of modification does not hide a change.
  private let changed: Int

  /// Nil where there is nothing. Calls `lstat`.
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

  /// In one line, the same for equal facts only.
  var text: String { "\(device) \(inode) \(mode) \(byteCount) \(modified) \(changed)" }

  /// The part that stays when the file is written to.
  var place: [UInt64] { [device, inode] }
}
