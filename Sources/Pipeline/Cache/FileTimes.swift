import Glibc

extension timespec {
  /// Since the epoch of its clock. Times more than 146 years from that, which a file may have, are the
  /// last that fits: the difference of any two can be computed.
  var nanoseconds: Int64 {
    let last = Int64.max / 2
    let (seconds, isBeyond) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    guard !isBeyond else { return tv_sec < 0 ? -last : last }
    return min(max(seconds, -last), last - 1_000_000_000) + Int64(tv_nsec)
  }

  static func now(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }

  /// For `utimensat`: the time of the call. A macro of expressions, which Swift does not import.
  static let atCall = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 1)
  /// For `utimensat`: leave the time alone. The same.
  static let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)
}
