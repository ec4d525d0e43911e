import CRectoLinux
import Glibc

/// A new file of a `CacheFolder`, which is removed unless it is committed under an entry's name.
struct UnfinishedFile: ~Copyable {
  private let folder: CacheFolder
  private let descriptor: Int32
  /// Nil for a file without a name, which is removed with the process even if that crashes.
  private let name: String?

  /// Returns nil, with `errno`, if it cannot be made. Calls `openat`, with `O_TMPFILE` if possible.
  init?(in folder: CacheFolder, isNameless: Bool, prefix: String) {
    var name: String?
    var descriptor: Int32 = -1
    errno = EOPNOTSUPP
    if isNameless {
      descriptor = openat(folder.descriptor, ".", O_WRONLY | O_CLOEXEC | linux_nameless, 0o600)
    }
    if descriptor < 0, errno == EOPNOTSUPP || errno == EISDIR {
      let own = "\(prefix)\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
      descriptor = openat(
        folder.descriptor, own, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      name = own
    }
    guard descriptor >= 0 else { return nil }
    self.folder = folder
    self.descriptor = descriptor
    self.name = name
  }

  deinit {
    close(descriptor)
    // After a commit, the file has a second name, which stays.
    if let name { unlinkat(folder.descriptor, name, 0) }
  }

  /// False if the disk is full or fails.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  /// Gives the file its name; returns false, with `errno`, if the name is taken. Calls `linkat`,
  /// which is atomic and never replaces a file.
  func commit(as entry: String) -> Bool {
    if let name {
      // A file system without hard links still renames.
      if linkat(folder.descriptor, name, folder.descriptor, entry, 0) == 0 { return true }
      guard errno == EPERM || errno == EOPNOTSUPP else { return false }
      return renameat(folder.descriptor, name, folder.descriptor, entry) == 0
    }
    return linkat(
      AT_FDCWD, "/proc/self/fd/\(descriptor)", folder.descriptor, entry, AT_SYMLINK_FOLLOW) == 0
  }
}
