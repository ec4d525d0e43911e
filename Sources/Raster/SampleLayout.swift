import CRectoPixels
import RectoPageModel

/// The number of 8-bit samples per pixel, which file formats call the color type.
enum SampleLayout: Int {
  case gray = 1
  case rgb = 3
  case rgba = 4

  /// The smallest layout that holds every pixel as it is.
  init(_ pixels: Pixels) {
    if pixels.format == .bgra {
      self = .rgba
    } else {
      self = (0..<pixels.size.height).allSatisfy { isGray(pixels.row($0)) } ? .gray : .rgb
    }
  }

  /// Writes one row of samples, `width * rawValue` bytes.
  func pack(_ row: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableRawBufferPointer) {
    switch self {
    case .gray: packGray(row, into: target)
    case .rgb: packRGB(row, into: target)
    case .rgba: packRGBA(row, into: target)
    }
  }
}

// The loops below take many pixels at a time, since a page has millions of them and they are
// on the way of every image that leaves. Measured on a 1240 x 1754 page: see `make bench`.

private func isGray(_ row: UnsafeBufferPointer<UInt32>) -> Bool {
  let raw = UnsafeRawBufferPointer(row)
  let whole = row.count / 16 * 16
  var difference = SIMD16<UInt32>(repeating: 0)
  for index in stride(from: 0, to: whole, by: 16) {
    let pixels = raw.loadUnaligned(fromByteOffset: index * 4, as: SIMD16<UInt32>.self)
    difference |= pixels ^ (pixels &>> 8)
  }
  var rest = difference.wrappedOr
  for pixel in row[whole...] { rest |= pixel ^ (pixel >> 8) }
  return rest & 0xFFFF == 0
}

private func packGray(
  _ row: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableRawBufferPointer
) {
  let raw = UnsafeRawBufferPointer(row)
  let whole = row.count / 16 * 16
  for index in stride(from: 0, to: whole, by: 16) {
    let pixels = raw.loadUnaligned(fromByteOffset: index * 4, as: SIMD16<UInt32>.self)
    target.storeBytes(
      of: SIMD16<UInt8>(truncatingIfNeeded: pixels), toByteOffset: index, as: SIMD16<UInt8>.self)
  }
  for index in whole..<row.count { target[index] = UInt8(truncatingIfNeeded: row[index]) }
}

private func packRGB(
  _ row: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableRawBufferPointer
) {
  guard let samples = target.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
  pixels_pack_rgb(row.baseAddress, row.count, samples)
}

/// With straight alpha, as PNG and WebP have it.
private func packRGBA(
  _ row: UnsafeBufferPointer<UInt32>, into target: UnsafeMutableRawBufferPointer
) {
  for (index, pixel) in row.enumerated() {
    let alpha = pixel >> 24
    var straight = (pixel >> 16 & 0xFF) | (pixel & 0xFF00) | (pixel & 0xFF) << 16
    if alpha == 0 {
      straight = 0
    } else if alpha < 255 {
      straight = [0, 8, 16].reduce(into: UInt32(0)) { sum, shift in
        sum |= min(255, ((straight >> shift & 0xFF) * 255 + alpha / 2) / alpha) << shift
      }
    }
    target.storeBytes(of: straight | alpha << 24, toByteOffset: index * 4, as: UInt32.self)
  }
}

extension SIMD16<UInt32> {
  fileprivate var wrappedOr: UInt32 {
    let eight = lowHalf | highHalf
    let four = eight.lowHalf | eight.highHalf
    return four[0] | four[1] | four[2] | four[3]
  }
}
