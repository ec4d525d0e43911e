import Glibc

/// The error for a failed call on a file; `code` is its `errno`.
func diskFailure(_ path: String, code: Int32 = errno) -> NewsstandError {
  switch code {
  case ENOSPC, EDQUOT:
    NewsstandError(
      .noSpace, "\(path) cannot be written: there is no room left on the disk, make some first")
  default:
    NewsstandError(.cannotWrite, "\(path) cannot be written: \(String(cString: strerror(code)))")
  }
}

/// Calls again what a signal interrupted. Throws what `diskFailure` says.
func onDisk(_ path: String, _ call: () -> Int32) throws(NewsstandError) {
  while call() < 0 {
    guard errno == EINTR else { throw diskFailure(path) }
  }
}

/// Sees to it that names in a folder outlive a power cut. Calls `fsync`.
func synchronizeFolder(_ path: String) throws(NewsstandError) {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  guard descriptor >= 0 else { throw diskFailure(path) }
  defer { close(descriptor) }
  try onDisk(path) { fsync(descriptor) }
}
