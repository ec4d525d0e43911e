import Glibc

/// Identifies a file with its content by its metadata, without reading it: any write changes the
/// identity.
///
/// Comparing the identities before and after shows whether a file changed between its digest and the
/// end of a render.
public struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  /// The time of the last write, in nanoseconds since 1970.
  let modified: Int64
  /// The time of the last change of the file or its metadata, in nanoseconds since 1970. No program can
  /// set it, so a program that resets `modified` does not hide a change.
  let changed: Int64

  /// The identity of the file behind a descriptor; nil on failure. Calls `fstat`.
  public init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = status.st_mtim.nanoseconds
    changed = status.st_ctim.nanoseconds
  }

  /// True if another write at `now`, in nanoseconds since 1970, would change the identity. The clocks
  /// of file systems tick every two seconds at worst (FAT), and two writes within a tick leave the
  /// same times.
  func isSettled(at now: Int64) -> Bool {
    let tick: Int64 = 2_000_000_000
    return now - changed > tick && abs(now - modified) > tick
  }

  func add(to hash: inout SHA256) {
    for number in [device, inode] { hash.update(number) }
    for number in [size, modified, changed] { hash.update(UInt64(bitPattern: number)) }
  }

  var canonicalForm: String { "\(device) \(inode) \(size) \(modified) \(changed)" }
}
