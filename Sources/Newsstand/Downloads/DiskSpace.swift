import Glibc

/// Checks that a folder has room for `bytes` more, beside those that must stay free.
///
/// Throws `noSpace`. A file system that does not report its free space is assumed to have enough.
/// Calls `statvfs`.
func expectRoom(for bytes: Int, in folder: String, sparing spare: Int) throws(NewsstandError) {
  var status = statvfs()
  guard statvfs(folder, &status) == 0, status.f_blocks > 0 else { return }
  let free = Int(clamping: status.f_bavail.multipliedFullWidth(by: UInt(status.f_frsize)))
  let (wanted, isTooMuch) = bytes.addingReportingOverflow(spare)
  guard !isTooMuch, wanted <= free else {
    throw NewsstandError(
      .noSpace,
      "\(folder) has too little space: \(megabytes(bytes)) are needed and \(megabytes(free)) are "
        + "free, of which \(megabytes(spare)) must stay free")
  }
}

private func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }

extension Int {
  /// A product that does not fit becomes the maximum.
  fileprivate init(clamping product: (high: UInt, low: UInt.Magnitude)) {
    self = product.high > 0 ? .max : Int(clamping: product.low)
  }
}

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
