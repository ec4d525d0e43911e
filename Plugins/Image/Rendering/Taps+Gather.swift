extension Taps {
  /// Makes pixels of 1, 3 or 4 bands from samples in units of 1/256; the weights of a pixel add up to
  /// 1 << 14.
  func gather(
    _ sums: UnsafePointer<UInt16>, bands: Int, into output: UnsafeMutablePointer<UInt8>
  ) {
    weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      switch bands {
      case 1: gatherOne(sums, weights, output)
      case 3: gatherThree(sums, weights, output)
      default: gatherFour(sums, weights, output)
      }
    }
  }

  /// Half a unit, for rounding. The largest sum, 255 * 256 * (1 << 14) and this, is below 1 << 32.
  private static var half: UInt32 { 1 << 21 }
  private static var shift: UInt32 { 22 }

  private func gatherOne(
    _ sums: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    var target = output
    for run in runs {
      let source = sums + run.start
      let parts = weights + run.weights
      var sum = Self.half
      for tap in 0..<run.count { sum &+= UInt32(source[tap]) &* UInt32(parts[tap]) }
      target[0] = UInt8(truncatingIfNeeded: sum >> Self.shift)
      target += 1
    }
  }

  private func gatherThree(
    _ sums: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    var target = output
    for run in runs {
      var source = sums + run.start * 3
      let parts = weights + run.weights
      var first = Self.half
      var second = Self.half
      var third = Self.half
      for tap in 0..<run.count {
        let weight = UInt32(parts[tap])
        first &+= UInt32(source[0]) &* weight
        second &+= UInt32(source[1]) &* weight
        third &+= UInt32(source[2]) &* weight
        source += 3
      }
      target[0] = UInt8(truncatingIfNeeded: first >> Self.shift)
      target[1] = UInt8(truncatingIfNeeded: second >> Self.shift)
      target[2] = UInt8(truncatingIfNeeded: third >> Self.shift)
      target += 3
    }
  }

  private func gatherFour(
    _ sums: UnsafePointer<UInt16>, _ weights: UnsafePointer<UInt16>,
    _ output: UnsafeMutablePointer<UInt8>
  ) {
    var target = output
    for run in runs {
      var source = sums + run.start * 4
      let parts = weights + run.weights
      var sum = SIMD4(repeating: Self.half)
      for tap in 0..<run.count {
        let pixel = SIMD4<UInt32>(
          UInt32(source[0]), UInt32(source[1]), UInt32(source[2]), UInt32(source[3]))
        sum &+= pixel &* UInt32(parts[tap])
        source += 4
      }
      sum = sum &>> Self.shift
      for band in 0..<4 { target[band] = UInt8(truncatingIfNeeded: sum[band]) }
      target += 4
    }
  }
}
