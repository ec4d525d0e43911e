import Glibc

/// Seconds since 1970-01-01T00:00:00Z. Calls `clock_gettime`.
public func currentTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
