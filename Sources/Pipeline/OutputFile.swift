import Glibc
import PageModel

/// Writes a file that appears whole or not at all: a temporary file in the same folder, then a
/// rename. The temporary file goes where anything fails.
///
/// A path that is there and is no regular file, such as `/dev/null` or a pipe, is written to
/// directly. Throws `cannotWrite`. Calls `mkstemp`, `write` and `rename`.
public func writeFile(_ bytes: UnsafeRawBufferPointer, to path: String) throws(PageError) {
  var status = stat()
  if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw PageError(.cannotWrite, "\(path) cannot be written: it is a folder")
    }
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw cannotWrite(path) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor, path: path)
    return
  }
  var template = Array("\(path).XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  guard descriptor >= 0 else { throw cannotWrite(path) }
  var isDone = false
  defer {
    close(descriptor)
    if !isDone { unlink(template) }
  }
  try write(bytes, to: descriptor, path: path)
  // `mkstemp` makes files for their owner alone; this one is as any other new file.
  let mask = umask(0)
  umask(mask)
  fchmod(descriptor, 0o666 & ~mask)
  guard rename(template, path) == 0 else { throw cannotWrite(path) }
  isDone = true
}

/// Writes to standard output. Throws `cannotWrite`.
public func writeStandardOutput(_ bytes: UnsafeRawBufferPointer) throws(PageError) {
  try write(bytes, to: STDOUT_FILENO, path: "standard output")
}

/// Makes a folder and those above it. Throws `cannotWrite`.
public func makeFolder(_ path: String) throws(PageError) {
  var made = path.hasPrefix("/") ? "/" : ""
  for part in path.split(separator: "/") {
    made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/\(part)"
    guard mkdir(made, 0o777) == 0 || errno == EEXIST else { throw cannotWrite(made) }
  }
  var status = stat()
  guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
    throw PageError(.cannotWrite, "\(path) cannot be written to: it is not a folder")
  }
}

private func write(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
) throws(PageError) {
  var rest = bytes
  while !rest.isEmpty {
    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
    if count < 0 {
      if errno == EINTR { continue }
      throw cannotWrite(path)
    }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
}

private func cannotWrite(_ path: String) -> PageError {
  PageError(.cannotWrite, "\(path) cannot be written: \(String(cString: strerror(errno)))")
}
