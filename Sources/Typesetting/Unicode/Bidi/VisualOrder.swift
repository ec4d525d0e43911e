extension Array {
  /// Rule L2 of UAX 9: what stands in reading order is put in the order from left to right. From
  /// the highest level down to the lowest odd one, what has it or a higher one is reversed.
  mutating func reorder(levels level: (Element) -> UInt8) {
    guard count > 1 else { return }
    var highest: UInt8 = 0
    var lowest: UInt8 = .max
    for element in self {
      highest = Swift.max(highest, level(element))
      lowest = Swift.min(lowest, level(element) | 1)
    }
    while highest >= lowest {
      var start = 0
      while start < count {
        var end = start
        while end < count, level(self[end]) >= highest { end += 1 }
        if end - start > 1 { self[start..<end].reverse() }
        start = end + 1
      }
      highest -= 1
    }
  }
}
