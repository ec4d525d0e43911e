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
      "\(folder) has no room for it: \(megabytes(bytes)) are needed and \(megabytes(free)) are "
        + "free, of which \(megabytes(spare)) are to stay so")
  }
}

private func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }

extension Int {
  /// A product that does not fit becomes the maximum.
  fileprivate init(clamping product: (high: UInt, low: UInt.Magnitude)) {
    self = product.high > 0 ? .max : Int(clamping: product.low)
  }
}
