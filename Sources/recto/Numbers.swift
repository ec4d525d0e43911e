extension Double {
  /// The number with two decimals at most, and none if it is whole.
  var formatted: String {
    let hundredths = (self * 100).rounded() / 100
    return hundredths == hundredths.rounded() && abs(hundredths) < 1e15
      ? "\(Int(hundredths))" : "\(hundredths)"
  }
}

extension Arguments {
  /// The value as a number in a range, or nil if the option is not given.
  func number(_ option: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = self[option] else { return nil }
    guard let value = Double(text), value.isFinite, range.contains(value) else {
      throw UsageError(
        "--\(option) \(text) is not a number from \(range.lowerBound.formatted) to "
          + "\(range.upperBound.formatted)")
    }
    return value
  }

  func integer(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let value = Int(text), range.contains(value) else {
      throw UsageError(
        "--\(option) \(text) is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }
}

/// A number of bytes for display, such as `1.5 MiB`.
func byteSize(_ bytes: Int) -> String {
  switch bytes {
  case ..<(1 << 20): "\((Double(bytes) / 1024).tenths) KiB"
  case ..<(1 << 30): "\((Double(bytes) / Double(1 << 20)).tenths) MiB"
  default: "\((Double(bytes) / Double(1 << 30)).tenths) GiB"
  }
}

extension Double {
  /// The number with one decimal, and none if it is whole.
  fileprivate var tenths: String { ((self * 10).rounded() / 10).formatted }
}
