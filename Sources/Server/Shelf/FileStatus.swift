import Glibc

/// The status of a file from `lstat`. Any write to the file changes it.
struct FileStatus: Sendable, Hashable {
  private let device: UInt64
  private let inode: UInt64
  private let mode: UInt32
  let byteCount: Int
  private let modified: Time
  /// The time of the status change, which programs cannot set: a change shows even if the time of
  /// modification was put back.
  private let changed: Time

  /// Since 1970. One number of nanoseconds would end in 2262, and a file may be dated later.
  private struct Time: Sendable, Hashable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) {
      seconds = time.tv_sec
      nanoseconds = time.tv_nsec
    }
  }

  /// Returns nil if nothing is there. Calls `lstat`.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    mode = status.st_mode & S_IFMT
    byteCount = Int(status.st_size)
    modified = Time(status.st_mtim)
    changed = Time(status.st_ctim)
  }

  var isFolder: Bool { mode == S_IFDIR }
  var isFile: Bool { mode == S_IFREG }
  var isLink: Bool { mode == S_IFLNK }
  var modifiedSeconds: Int { modified.seconds }

  /// All fields in one line.
  var text: String {
    let times = [modified, changed].map { "\($0.seconds).\($0.nanoseconds)" }
    return "\(device) \(inode) \(mode) \(byteCount) \(times.joined(separator: " "))"
  }

  /// The file's identity, which a write does not change.
  var place: [UInt64] { [device, inode] }
}
