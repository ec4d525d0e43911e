import CRectoLinux
import Glibc
import RectoPageModel

/// A file that appears whole or not at all.
///
/// The output goes to a file without a name, which vanishes with the process however that ends;
/// `commit` gives it its name in one step. An existing path other than a regular file, such as
/// `/dev/null` or a pipe, and descriptors, such as `/dev/stdout`, are written to directly. A link to a
/// file stays, and its target is replaced.
public final class OutputFile {
  /// The path that was given, for messages.
  private let path: String
  /// The path of the file, without links.
  private let place: String
  private let descriptor: Int32
  private let kind: Kind

  private enum Kind {
    case standardOutput
    /// Written to directly.
    case device
    case nameless
    /// A named file on file systems without nameless files: removed unless committed.
    case temporary(String)
  }

  /// Throws `cannotWrite`. `-` is standard output. If `replacesLink`, a link is replaced, whatever it leads
  /// to, for names that an untrusted source chose. Calls `open` with `O_TMPFILE`.
  public init(_ path: String, replacesLink: Bool = false) throws(PageError) {
    self.path = path
    guard path != "-" else {
      (descriptor, kind, place) = (STDOUT_FILENO, .standardOutput, path)
      return
    }
    switch replacesLink ? .path(path) : OutputPlace(path) {
    case .descriptor(STDOUT_FILENO):
      (descriptor, kind, place) = (STDOUT_FILENO, .standardOutput, path)
    case .descriptor(let number):
      (descriptor, kind, place) = (try Self.copy(of: number, path), .device, path)
    case .path(let place):
      (descriptor, kind) = try Self.open(place, replacesLink: replacesLink)
      self.place = place
    }
  }

  /// Duplicates an inherited descriptor; refuses the program's own ones, which are closed on
  /// `exec`.
  private static func copy(of number: Int32, _ path: String) throws(PageError) -> Int32 {
    let flags = fcntl(number, F_GETFD)
    let isOwn = flags >= 0 && flags & FD_CLOEXEC != 0
    if isOwn { errno = EBADF }
    let copy = isOwn ? -1 : fcntl(number, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw cannotWrite(path) }
    return copy
  }

  /// True if the output is a terminal. Calls `isatty`.
  public var isTerminal: Bool { isatty(descriptor) == 1 }

  private static func open(_ path: String, replacesLink: Bool) throws(PageError) -> (Int32, Kind) {
    var status = stat()
    let isThere = (replacesLink ? lstat(path, &status) : stat(path, &status)) == 0
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isThere, !isLink, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw PageError(.cannotWrite, "\(path) cannot be written: it is a folder")
      }
      let device = Glibc.open(path, O_WRONLY | O_CLOEXEC)
      guard device >= 0 else { throw cannotWrite(path) }
      return (device, .device)
    }
    // A file keeps the rights of the one that it replaces; a link has none.
    let rights = isLink ? 0 : status.st_mode & 0o777
    func open(_ path: String, _ flags: Int32) -> Int32 {
      let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
      if descriptor >= 0, rights != 0 { fchmod(descriptor, rights) }
      return descriptor
    }
    let nameless = open(folder(ofFile: path), linux_nameless)
    if nameless >= 0 { return (nameless, .nameless) }
    guard errno == EOPNOTSUPP || errno == EISDIR else { throw cannotWrite(path) }
    let name = temporaryName(beside: path)
    let temporary = open(name, O_CREAT | O_EXCL)
    guard temporary >= 0 else { throw cannotWrite(path) }
    return (temporary, .temporary(name))
  }

  /// The path of a file in the same folder, with a short name however long that of `path` is.
  private static func temporaryName(beside path: String) -> String {
    "\(folder(ofFile: path))/.recto-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
  }

  deinit {
    if case .standardOutput = kind { return }
    close(descriptor)
    if case .temporary(let name) = kind { unlink(name) }
  }

  /// Appends bytes, which are only lent. Throws `cannotWrite`, such as for a full disk, and
  /// `outputClosed` where SIGPIPE is ignored.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(PageError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        if errno == EPIPE, case .standardOutput = kind {
          throw PageError(.outputClosed, "standard output was closed by its reader")
        }
        if case .standardOutput = kind { throw cannotWrite("standard output") }
        throw cannotWrite(path)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Appends bytes. Throws as above.
  public func write(_ bytes: [UInt8]) throws(PageError) {
    let result = bytes.withUnsafeBytes { bytes -> Result<Void, PageError> in
      do throws(PageError) { return .success(try write(bytes)) } catch { return .failure(error) }
    }
    try result.get()
  }

  /// Gives the file its name, in place of one that had it. Calls `linkat` and `rename`.
  public func commit() throws(PageError) {
    switch kind {
    case .standardOutput, .device: return
    case .temporary(let name):
      guard rename(name, place) == 0 else { throw cannotWrite(path) }
    case .nameless:
      let own = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, own, AT_FDCWD, place, AT_SYMLINK_FOLLOW) == 0 { return }
      // A link cannot replace a file; a rename can.
      let name = Self.temporaryName(beside: place)
      guard errno == EEXIST, linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw cannotWrite(path)
      }
      guard rename(name, place) == 0 else {
        let error = cannotWrite(path)
        unlink(name)
        throw error
      }
    }
  }
}

/// Writes a whole file. Throws `cannotWrite`.
public func writeFile(_ bytes: UnsafeRawBufferPointer, to path: String) throws(PageError) {
  let file = try OutputFile(path)
  try file.write(bytes)
  try file.commit()
}

/// Writes a whole file. Throws `cannotWrite`.
public func writeFile(_ bytes: [UInt8], to path: String) throws(PageError) {
  let file = try OutputFile(path)
  try file.write(bytes)
  try file.commit()
}

/// Makes a folder and those above it. Throws `cannotWrite`.
public func makeFolder(_ path: String) throws(PageError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
    guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw cannotWrite(made) }
  }
  guard isFolder(path) else {
    throw PageError(.cannotWrite, "\(path) cannot be written to: it is not a folder")
  }
}

private func cannotWrite(_ path: String) -> PageError {
  PageError(.cannotWrite, "\(path) cannot be written: \(String(cString: strerror(errno)))")
}
