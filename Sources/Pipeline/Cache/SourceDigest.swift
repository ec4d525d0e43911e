import Glibc

/// The identity of a source, as a part of a result's key.
public struct SourceDigest: Sendable, Hashable {
  private enum Kind: String {
    /// The SHA-256 of the content: copies of a file have the same.
    case content
    /// The SHA-256 of names, sizes and times: a copy of a folder has another.
    case folder
  }

  private let kind: Kind
  private let digest: Digest

  /// 64 lower-case hexadecimal digits.
  public var hex: String { digest.hex }

  var canonicalForm: String { "\(kind.rawValue) \(hex)" }

  /// The digest of a source in memory, such as standard input: the same as that of a file with the
  /// same content.
  public init(bytes: UnsafeRawBufferPointer) {
    var hash = SHA256()
    hash.update(bytes)
    kind = .content
    digest = hash.digest()
  }

  /// The digest of a regular file's content; the descriptor stays open and keeps its position.
  ///
  /// Returns nil if the file cannot be read to its end, or is written to meanwhile: such a source
  /// has no identity, and its pages are not cached. With a `memo`, a file that has not changed
  /// since is not read again. Calls `pread`, because a mapped file that is truncated would end the
  /// process.
  public init?(file descriptor: Int32, memo: ResultCache? = nil) {
    self.init(file: descriptor, memo: memo, at: timespec.now(CLOCK_REALTIME).nanoseconds)
  }

  /// The same at the time `now`, in nanoseconds since 1970. The digest of a file that was changed
  /// shortly before is not remembered.
  init?(file descriptor: Int32, memo: ResultCache?, at now: Int64) {
    guard let identity = FileIdentity(descriptor) else { return nil }
    let key = CacheKey(parts: ["source", identity.canonicalForm])
    if let known = memo?.memo(for: key), known.count == Digest.byteCount {
      kind = .content
      digest = known.withUnsafeBytes { Digest($0) }
      return
    }
    guard let digest = contentDigest(descriptor, size: identity.size),
      FileIdentity(descriptor) == identity
    else { return nil }
    if identity.isSettled(at: now) {
      memo?.remember(digest.withBytes { Array($0) }, for: key)
    }
    kind = .content
    self.digest = digest
  }

  /// The digest of a folder, whose descriptor stays open: of the names, sizes, times and inodes of
  /// everything below it, but not of any content.
  ///
  /// Symbolic links are followed, as backends follow them. Returns nil if something in it cannot be
  /// examined, or was changed within the last two seconds, since a second change might not show in
  /// its time; also if there are more than 50,000 names or 32 nested folders.
  public init?(folder descriptor: Int32) {
    self.init(folder: descriptor, at: timespec.now(CLOCK_REALTIME).nanoseconds)
  }

  /// The same at the time `now`, in nanoseconds since 1970.
  init?(folder descriptor: Int32, at now: Int64) {
    var listing = FolderListing(now: now)
    guard listing.add(descriptor, depth: 0) else { return nil }
    kind = .folder
    digest = listing.hash.digest()
  }
}

/// The digest of the first `size` bytes; nil if the file has fewer or cannot be read.
private func contentDigest(_ descriptor: Int32, size: Int64) -> Digest? {
  // Large enough that a call costs nothing beside the copy, small enough for the processor's cache.
  let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 4096)
  defer { chunk.deallocate() }
  var hash = SHA256()
  var offset: Int64 = 0
  while offset < size {
    let count = pread(
      descriptor, chunk.baseAddress, min(chunk.count, Int(size - offset)), off_t(offset))
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return nil }
    hash.update(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
    offset += Int64(count)
  }
  return hash.digest()
}

/// Hashes a folder and its subfolders.
private struct FolderListing {
  static let maximumNames = 50_000
  static let maximumDepth = 32

  let now: Int64
  var hash = SHA256()
  private var names = 0
  /// The folders around the present one: a link to one of them would be a loop.
  private var above: [FileIdentity] = []

  init(now: Int64) {
    self.now = now
    hash.update(field: "recto folder")
  }

  /// False if the folder has no digest.
  mutating func add(_ folder: Int32, depth: Int) -> Bool {
    guard depth < Self.maximumDepth, let identity = FileIdentity(folder),
      identity.isSettled(at: now),
      let found = folderNames(folder, limit: Self.maximumNames - names)
    else { return false }
    names += found.count
    above.append(identity)
    defer { above.removeLast() }
    hash.update(UInt64(found.count))
    for name in found.map(\.name).sorted() {
      hash.update(field: name)
      guard add(name, in: folder, depth: depth) else { return false }
    }
    return true
  }

  private mutating func add(_ name: String, in folder: Int32, depth: Int) -> Bool {
    var status = stat()
    guard fstatat(folder, name, &status, 0) == 0 else {
      let error = errno
      // A broken link, which a backend cannot follow either.
      hash.update(field: "nothing")
      return error == ENOENT || error == ELOOP
    }
    let identity = FileIdentity(status)
    guard status.st_mode & S_IFMT == S_IFDIR else {
      identity.add(to: &hash)
      return identity.isSettled(at: now)
    }
    hash.update(field: "folder")
    if above.contains(identity) { return true }
    let inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard inner >= 0 else { return false }
    defer { close(inner) }
    return add(inner, depth: depth + 1)
  }
}
