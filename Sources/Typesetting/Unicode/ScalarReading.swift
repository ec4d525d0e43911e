extension Span<UInt16> {
  /// The code point at `position`, which is moved behind it. A surrogate alone counts as one.
  func scalar(at position: inout Int) -> UInt32 {
    let lead = self[position]
    position += 1
    guard lead & 0xFC00 == 0xD800, position < count, self[position] & 0xFC00 == 0xDC00 else {
      return UInt32(lead)
    }
    let trail = self[position]
    position += 1
    return 0x10000 + (UInt32(lead & 0x3FF) << 10 | UInt32(trail & 0x3FF))
  }
}
