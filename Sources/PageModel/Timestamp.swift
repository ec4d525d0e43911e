import Glibc

/// A point in time, to the second.
package struct Timestamp: Sendable, Hashable, Comparable {
  /// The seconds since 1970, in UTC.
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  /// The present time by the machine's clock. Calls `time`.
  package static var now: Timestamp { Timestamp(seconds: time(nil)) }

  package static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

  /// ISO 8601 in UTC: `2026-11-22T01:30:00Z`.
  package var iso8601: String { formatted("%Y-%m-%dT%H:%M:%SZ") }

  /// The date in HTTP's form (RFC 9110, section 5.6.7): `Sun, 22 Nov 2026 01:30:00 GMT`.
  package var httpDate: String { formatted("%a, %d %b %Y %H:%M:%S GMT") }

  /// Calls `strftime`, in the C locale, which no part of the program changes.
  private func formatted(_ pattern: String) -> String {
    var parts = tm()
    var time = time_t(seconds)
    guard gmtime_r(&time, &parts) != nil else { return "" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      strftime(buffer.baseAddress!, buffer.count, pattern, &parts) > 0
        ? String(cString: buffer.baseAddress!) : ""
    }
  }
}
