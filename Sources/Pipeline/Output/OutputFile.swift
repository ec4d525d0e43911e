import CRectoLinux
import Glibc
import RectoPageModel

/// A file that appears whole or not at all.
///
/// The output goes to a file without a name, which vanishes with the process however that ends;
/// `commit` gives it its name in one step. An existing path other than a regular file, such as
/// `/dev/null` or a pipe, and standard output, are written to directly.
public final class OutputFile {
  private let path: String
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

  /// Throws `cannotWrite`. `-` is standard output. Calls `open` with `O_TMPFILE`.
  public init(_ path: String) throws(PageError) {
    let (descriptor, kind) = try Self.open(path)
    self.path = path
    self.descriptor = descriptor
    self.kind = kind
  }

  private static func open(_ path: String) throws(PageError) -> (Int32, Kind) {
    if path == "-" { return (STDOUT_FILENO, .standardOutput) }
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      guard status.st_mode & S_IFMT != S_IFDIR else {
        throw PageError(.cannotWrite, "\(path) cannot be written: it is a folder")
      }
      let device = Glibc.open(path, O_WRONLY | O_CLOEXEC)
      guard device >= 0 else { throw cannotWrite(path) }
      return (device, .device)
    }
    let nameless = Glibc.open(folder(ofFile: path), O_WRONLY | O_CLOEXEC | linux_nameless, 0o666)
    if nameless >= 0 { return (nameless, .nameless) }
    guard errno == EOPNOTSUPP || errno == EISDIR else { throw cannotWrite(path) }
    let name = "\(path).\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let temporary = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard temporary >= 0 else { throw cannotWrite(path) }
    return (temporary, .temporary(name))
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
        throw cannotWrite(path == "-" ? "standard output" : path)
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
      guard rename(name, path) == 0 else { throw cannotWrite(path) }
    case .nameless:
      let own = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, own, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
      // A link cannot replace a file; a rename can.
      let name = "\(path).\(getpid())-\(descriptor)"
      guard errno == EEXIST, linkat(AT_FDCWD, own, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
        throw cannotWrite(path)
      }
      guard rename(name, path) == 0 else {
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
