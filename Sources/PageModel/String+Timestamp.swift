import Glibc

extension String {
  /// A date as people and formats write it (W3C-DTF), in the form that `Metadata` has: `2026`,
  /// `2026-10`, `2026-10-01`, or with a time of day and its offset. A part that is left out
  /// becomes its first value; a time without an offset is in UTC. Nil for anything else.
  ///
  /// Calls `timegm`.
  package var timestamp: String? {
    let halves = split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    let date = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(digits)
    guard (1...3).contains(date.count), let year = date[0], (0...9999).contains(year) else {
      return nil
    }
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mday = 1
    if date.count > 1 {
      guard let month = date[1], (1...12).contains(month) else { return nil }
      parts.tm_mon = Int32(month - 1)
    }
    if date.count > 2 {
      guard let day = date[2], (1...31).contains(day) else { return nil }
      parts.tm_mday = Int32(day)
    }
    var seconds = timegm(&parts)
    if halves.count > 1 {
      guard let time = secondsOfDay(halves[1]) else { return nil }
      seconds += time
    }
    guard gmtime_r(&seconds, &parts) != nil, (0...9999).contains(parts.tm_year + 1900) else {
      return nil
    }
    func padded(_ number: Int32, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let day =
      "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
    let time =
      "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
    return "\(day)T\(time)Z"
  }
}

/// The seconds of `10:00`, `10:00:00`, `10:00:00.5`, each with `Z`, `+01:00` or nothing, in UTC;
/// negative or more than a day where the offset crosses midnight.
private func secondsOfDay(_ text: Substring) -> Int? {
  var clock = text
  var offset = 0
  if clock.last == "Z" {
    clock = clock.dropLast()
  } else if let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) {
    let parts = clock[clock.index(after: sign)...].split(separator: ":").map(digits)
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours < 24, minutes < 60
    else { return nil }
    offset = (hours * 60 + minutes) * (clock[sign] == "-" ? -60 : 60)
    clock = clock[..<sign]
  }
  let whole = clock.prefix { $0 != "." }
  let parts = whole.split(separator: ":", omittingEmptySubsequences: false).map(digits)
  guard (2...3).contains(parts.count), let hours = parts[0], let minutes = parts[1], hours < 24,
    minutes < 60
  else { return nil }
  let seconds = parts.count > 2 ? parts[2] : 0
  return seconds.flatMap { $0 < 60 ? hours * 3600 + minutes * 60 + $0 - offset : nil }
}

/// A number of 1 to 4 digits.
private func digits(_ text: Substring) -> Int? {
  (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    ? Int(text) : nil
}
