import RectoPageModel
import RectoRaster
import TestSupport

/// A test picture, drawn pixel by pixel.
enum Picture: String, CaseIterable {
  /// Every color differs from its neighbors'.
  case colors
  case grays
  /// Gray but for its last pixel, which a check of many pixels at a time may miss.
  case almostGray

  func color(x: Int, y: Int, size: PixelSize) -> Color {
    let gray = UInt8(truncatingIfNeeded: x &* 7 &+ y &* 13)
    switch self {
    case .grays: return Color(red: gray, green: gray, blue: gray)
    case .almostGray:
      let isLast = x == size.width - 1 && y == size.height - 1
      return Color(red: gray, green: gray, blue: isLast ? gray ^ 1 : gray)
    case .colors:
      return Color(
        red: UInt8(truncatingIfNeeded: x &* 37), green: UInt8(truncatingIfNeeded: y &* 53 &+ 1),
        blue: UInt8(truncatingIfNeeded: (x ^ y) &* 11 &+ 128))
    }
  }

  func bitmap(width: Int, height: Int) -> Bitmap {
    let size = PixelSize(width: width, height: height)
    return makeBitmap(size) { x, y in color(x: x, y: y, size: size) }
  }

  /// The expected result of an independent decoder for a lossless file.
  func decoded(width: Int, height: Int) -> DecodedImage {
    let size = PixelSize(width: width, height: height)
    let channels = self == .grays ? 1 : 3
    var samples: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x: x, y: y, size: size)
        samples += [color.red, color.green, color.blue].prefix(channels)
      }
    }
    return DecodedImage(width: width, height: height, channels: channels, samples: samples)
  }
}

/// A bitmap of the colors that `color` gives for each pixel.
func makeBitmap(
  _ size: PixelSize, format: PixelFormat = .bgrx, color: (Int, Int) -> Color
) -> Bitmap {
  let bitmap = Bitmap(size: size, format: format)
  var pixels: [UInt32] = []
  for y in 0..<size.height {
    for x in 0..<size.width { pixels.append(color(x, y).pixel(in: format)) }
  }
  bitmap.withPixels { bytes in
    pixels.withUnsafeBytes { bytes.copyMemory(from: $0) }
  }
  return bitmap
}

/// The colors of an opaque bitmap, rows from the top.
func colors(of bitmap: Bitmap) -> [Color] {
  let pixels = bitmap.withPixels { Array($0.bindMemory(to: UInt32.self)) }
  return pixels.map { pixel in
    Color(
      red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
      blue: UInt8(truncatingIfNeeded: pixel))
  }
}

/// The file's bytes.
func encode(
  _ bitmap: Bitmap, _ options: EncodeOptions, with encoder: ImageEncoder = ImageEncoder()
) throws -> [UInt8] {
  var file: [UInt8] = []
  try encoder.encode(bitmap, options) { file = Array($0) }
  return file
}

/// The mean difference of the samples of two images of one shape; 255 for others.
func meanDifference(_ a: DecodedImage, _ b: DecodedImage) -> Double {
  guard a.width == b.width, a.height == b.height, a.channels == b.channels else { return 255 }
  let sum = zip(a.samples, b.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
  return Double(sum) / Double(max(1, a.samples.count))
}
