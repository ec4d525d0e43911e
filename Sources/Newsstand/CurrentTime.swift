import RectoPageModel

/// Seconds since 1970-01-01T00:00:00Z, by the clock of the machine.
public func currentTime() -> Double { Double(Timestamp.now.seconds) }
