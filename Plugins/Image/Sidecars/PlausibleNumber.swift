import RectoMarkup

extension XMLElement {
  /// A plausible number.
  func number(_ name: String) -> Double? {
    attribute(name).flatMap { Double($0.trimmed) }.flatMap { $0.isPlausible ? $0 : nil }
  }
}
