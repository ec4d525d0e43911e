import Glibc
import RectoPageModel
import Synchronization

/// Entries in one folder, a file each, which several processes may use at once.
///
/// A file gets its name when it is complete, and its content never changes after that. Its time of
/// modification is that of its last use. Its owner's permission to execute, which has no other
/// meaning here, records that it was used since it was stored. Entries are not flushed to the disk:
/// one that a power failure damages fails the check when it is read.
final class DiskStore: Sendable {
  /// The interval at which the use of an entry is recorded, in seconds.
  static let markSeconds = 60
  /// The age in seconds at which an unfinished file counts as abandoned.
  private static let staleSeconds: Int64 = 600
  private static let suffix = ".entry"
  private static let unfinishedPrefix = "unfinished-"
  private static let usedAgain: mode_t = 0o700

  let name: String
  let budget: Int
  private let path: String
  /// If false, unfinished files have a name, as on file systems without nameless files.
  private let usesNamelessFiles: Bool
  private let opened = Mutex<CacheFolder?>(nil)

  init(name: String, in path: String, budget: Int, usesNamelessFiles: Bool = true) {
    self.name = name
    self.path = path
    self.budget = budget
    self.usesNamelessFiles = usesNamelessFiles
  }

  /// Throws `cannotWrite` if the folder is refused; see `CacheFolder`.
  private func folder(makes: Bool) throws(PageError) -> CacheFolder? {
    if let folder = opened.withLock({ $0 }), folder.isThere { return folder }
    let folder = try CacheFolder.open(name, in: path, makes: makes)
    opened.withLock { $0 = folder }
    return folder
  }

  private func fileName(_ key: CacheKey) -> String { key.hex + Self.suffix }

  /// The disk space of an entry or a file: whole blocks, as on most file systems.
  private static func blocks(_ bytes: Int) -> Int { (bytes + 4095) & ~4095 }

  // MARK: Reading

  enum Lookup {
    case hit([UInt8])
    case miss
    /// There was a file that was not a valid entry; it was removed.
    case damaged
  }

  func bytes(for key: CacheKey) -> Lookup {
    guard let folder = try? folder(makes: false) else { return .miss }
    let name = fileName(key)
    let file = openat(
      folder.descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      // A link cannot be an entry. Only this user can have put it there.
      guard errno == ELOOP else { return .miss }
      unlinkat(folder.descriptor, name, 0)
      return .damaged
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { return .miss }
    let isFile = status.st_mode & S_IFMT == S_IFREG
    // It was stored by a process with a larger budget.
    if isFile, status.st_size > budget { return .miss }
    guard isFile,
      let content = EntryFile.read(file, fileBytes: Int(status.st_size), key: key.digest)
    else {
      unlinkat(folder.descriptor, name, 0)
      return .damaged
    }
    let age =
      (timespec.now(CLOCK_REALTIME).nanoseconds - status.st_mtim.nanoseconds) / 1_000_000_000
    if status.st_mode & S_IXUSR == 0 { fchmod(file, Self.usedAgain) }
    // The clock may have been set back.
    if abs(age) >= Self.markSeconds {
      var times = [timespec.unchanged, timespec.atCall]
      futimens(file, &times)
    }
    return .hit(content)
  }

  /// Records that the entry was used. Calls `utimensat` and `fchmodat`.
  func mark(_ key: CacheKey) {
    guard let folder = try? folder(makes: false) else { return }
    var times = [timespec.unchanged, timespec.atCall]
    let name = fileName(key)
    utimensat(folder.descriptor, name, &times, AT_SYMLINK_NOFOLLOW)
    var status = stat()
    // A link would lead elsewhere, and cannot be the entry.
    guard fstatat(folder.descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    fchmodat(folder.descriptor, name, Self.usedAgain, 0)
  }

  // MARK: Writing

  enum Outcome {
    /// The entry is stored; `evicted` others were removed.
    case kept(evicted: Int)
    /// The entry is larger than a quarter of the budget.
    case tooLarge
    case failed
  }

  func store(_ bytes: UnsafeRawBufferPointer, for key: CacheKey) -> Outcome {
    let size = EntryFile.headerBytes + bytes.count
    guard Self.blocks(size) <= budget / 4 else { return .tooLarge }
    // A write beyond this limit would end the process with `SIGXFSZ`.
    var fileLimit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &fileLimit) == 0,
      fileLimit.rlim_cur >= UInt64(size)
    else { return .failed }
    guard let folder = try? folder(makes: true) else { return .failed }
    let name = fileName(key)
    if faccessat(folder.descriptor, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
      return .kept(evicted: 0)
    }
    guard
      let file = UnfinishedFile(
        in: folder, isNameless: usesNamelessFiles, prefix: Self.unfinishedPrefix)
    else { return .failed }
    let header = EntryFile.header(of: bytes, key: key.digest)
    guard header.withUnsafeBytes({ file.write($0) }), file.write(bytes) else { return .failed }

    guard let lock = FolderLock(folder) else { return .failed }
    var evicted = 0
    let needed = Self.blocks(size)
    var count = lock.count
    if count == nil || count! + needed > budget {
      let rest = evict(from: folder, toFit: needed)
      count = rest.bytes
      evicted = rest.evicted
    }
    // Counted before it is stored: a process that ends in between leaves a count that is too high,
    // which the next eviction corrects. A count that is too low would never be corrected.
    guard let count, count + needed <= budget, lock.setCount(count + needed) else {
      return .failed
    }
    if file.commit(as: name) { return .kept(evicted: evicted) }
    let isThere = errno == EEXIST
    _ = lock.setCount(count)
    return isThere ? .kept(evicted: evicted) : .failed
  }

  // MARK: The whole folder

  /// `used` is in nanoseconds since 1970.
  private typealias Entry = EvictionOrder<String>.Candidate

  /// All entries; other files in the folder are ignored. Abandoned unfinished files are removed on
  /// the way.
  private func entries(in folder: CacheFolder, staleSeconds: Int64) -> [Entry] {
    var entries: [Entry] = []
    let now = timespec.now(CLOCK_REALTIME).nanoseconds
    for found in folderNames(folder.descriptor) ?? [] {
      let isEntry =
        found.name.hasSuffix(Self.suffix)
        && Digest(hex: found.name.utf8.dropLast(Self.suffix.utf8.count)) != nil
      let isUnfinished = found.name.hasPrefix(Self.unfinishedPrefix)
      var status = stat()
      guard isEntry || isUnfinished,
        fstatat(folder.descriptor, found.name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT != S_IFDIR
      else { continue }
      if isEntry {
        entries.append(
          Entry(
            name: found.name, bytes: Self.blocks(Int(status.st_size)),
            used: status.st_mtim.nanoseconds, isUsedAgain: status.st_mode & S_IXUSR != 0))
      } else if now - status.st_mtim.nanoseconds >= staleSeconds * 1_000_000_000 {
        unlinkat(folder.descriptor, found.name, 0)
      }
    }
    return entries
  }

  /// Removes entries in their `EvictionOrder` if `needed` more bytes do not fit: down to 90 % of
  /// the budget, so that not every new entry lists the folder.
  private func evict(
    from folder: CacheFolder, toFit needed: Int
  ) -> (bytes: Int, evicted: Int) {
    let entries = entries(in: folder, staleSeconds: Self.staleSeconds)
    var bytes = entries.reduce(0) { $0 + $1.bytes }
    guard bytes + needed > budget else { return (bytes, 0) }
    var evicted = 0
    for entry in EvictionOrder(entries, budget: budget).candidates {
      guard bytes + needed > budget / 10 * 9 else { break }
      if unlinkat(folder.descriptor, entry.name, 0) == 0 || errno == ENOENT {
        bytes -= entry.bytes
        evicted += 1
      }
    }
    return (bytes, evicted)
  }

  /// The usage of the folder; zero if it does not exist. Throws as `CacheFolder` does.
  func usage() throws(PageError) -> CacheUsage {
    guard let folder = try CacheFolder.open(name, in: path, makes: false) else {
      return CacheUsage()
    }
    let entries = entries(in: folder, staleSeconds: Self.staleSeconds)
    return CacheUsage(
      entries: entries.count, bytes: entries.reduce(0) { $0 + $1.bytes },
      oldestUse: entries.map(\.used).min().map { Int($0 / 1_000_000_000) },
      newestUse: entries.map(\.used).max().map { Int($0 / 1_000_000_000) })
  }

  /// Removes all entries, and returns their number and size. An entry that another process is
  /// storing meanwhile may stay. Throws `cannotWrite` if one cannot be removed, and as
  /// `CacheFolder` does.
  func clear() throws(PageError) -> CacheUsage {
    guard let folder = try CacheFolder.open(name, in: path, makes: false) else {
      return CacheUsage()
    }
    // Removing is safe without the lock; only the count may then be too high for a while.
    let lock = FolderLock(folder)
    var removed = CacheUsage()
    var failure: PageError?
    for entry in entries(in: folder, staleSeconds: 0) {
      if unlinkat(folder.descriptor, entry.name, 0) == 0 {
        removed.entries += 1
        removed.bytes += entry.bytes
      } else if errno != ENOENT {
        failure = PageError(
          .cannotWrite,
          "\(path)/\(name)/\(entry.name) cannot be removed: \(String(cString: strerror(errno)))")
      }
    }
    if let failure { throw failure }
    _ = lock?.setCount(0)
    return removed
  }
}
