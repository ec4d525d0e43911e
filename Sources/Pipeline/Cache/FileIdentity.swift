import Glibc

/// The identity of a file's state, found without reading it: any write changes it.
///
/// A file may be changed between its digest and the end of a render; comparing the identities
/// of both moments tells.
public struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let inode: UInt64
  let size: Int64
  /// Nanoseconds since 1970, as are the next.
  let modified: Int64
  /// Set by the system alone: a copied time of modification does not hide a change.
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

  /// True if a further write at `now` would change it, in nanoseconds since 1970: the clocks of
  /// file systems tick in up to two seconds (FAT), and two writes within a tick leave the same
  /// times.
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
