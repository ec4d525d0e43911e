/// Reads durations in the syntax of SMIL (SMIL 3.0, clock values): `0:01:02.5`, `62.5s`, `1.2min`.
enum ClockValue {
  /// The value in seconds; nil if it is invalid.
  static func seconds(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 2 || parts.count == 3 {
      var seconds = 0.0
      for part in parts {
        guard let number = number(part) else { return nil }
        seconds = seconds * 60 + number
      }
      return seconds
    }
    for (unit, factor) in [("ms", 0.001), ("min", 60), ("s", 1), ("h", 3600)] {
      guard text.hasSuffix(unit) else { continue }
      return number(text.dropLast(unit.count)).map { $0 * factor }
    }
    return number(text[...])
  }

  private static func number(_ text: Substring) -> Double? {
    guard let first = text.first, first.isNumber || first == ".", let value = Double(text),
      value.isFinite, value < 1e9
    else { return nil }
    return value
  }
}
