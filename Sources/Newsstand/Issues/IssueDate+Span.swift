import Glibc

extension IssueDate {
  /// The time at which the next year, month or day begins, whichever the date is; nil for an instant.
  /// Seconds since 1970-01-01T00:00:00Z. Calls `timegm`.
  var next: Double? {
    let numbers = text.split(separator: "-").compactMap { Int32($0) }
    guard text.utf8.count <= 10, let year = numbers.first else { return nil }
    var parts = tm()
    parts.tm_year = year - 1900
    parts.tm_mon = numbers.count > 1 ? numbers[1] - 1 : 0
    parts.tm_mday = numbers.count > 2 ? numbers[2] : 1
    switch numbers.count {
    case 1: parts.tm_year += 1
    case 2: parts.tm_mon += 1
    default: parts.tm_mday += 1
    }
    return Double(timegm(&parts))
  }

  /// True if it is not over before a time, in seconds since 1970-01-01T00:00:00Z.
  func reaches(_ time: Double) -> Bool { next.map { $0 > time } ?? (seconds >= time) }
}
