import RectoPageModel

/// Writes rows of samples over the pixels of a bitmap.
struct BitmapPainter {
  /// The kind of samples in a row.
  enum Layout {
    case gray
    case rgb
    /// Colors premultiplied by alpha.
    case rgba
  }

  private let pixels: UnsafeMutableBufferPointer<UInt8>
  /// The bytes in the bitmap from one sample to the next, and from one row of samples to the next.
  private let pixelStep: Int
  private let rowStep: Int

  /// If `swapsAxes`, rows of samples become columns of the bitmap.
  init(_ pixels: UnsafeMutableRawBufferPointer, rowBytes: Int, swapsAxes: Bool) {
    self.pixels = pixels.bindMemory(to: UInt8.self)
    pixelStep = swapsAxes ? rowBytes : 4
    rowStep = swapsAxes ? 4 : rowBytes
  }

  func paint(_ samples: UnsafePointer<UInt8>, count: Int, row: Int, layout: Layout) {
    guard let pixels = pixels.baseAddress else { return }
    let start = UnsafeMutableRawPointer(pixels + row * rowStep)
    switch layout {
    case .gray:
      for index in 0..<count {
        let value = UInt32(samples[index])
        start.storeBytes(
          of: 0xFF00_0000 | value << 16 | value << 8 | value, toByteOffset: index * pixelStep,
          as: UInt32.self)
      }
    case .rgb:
      for index in 0..<count {
        let sample = samples + index * 3
        start.storeBytes(
          of: 0xFF00_0000 | UInt32(sample[0]) << 16 | UInt32(sample[1]) << 8 | UInt32(sample[2]),
          toByteOffset: index * pixelStep, as: UInt32.self)
      }
    case .rgba:
      for index in 0..<count {
        blend(samples + index * 4, over: pixels + row * rowStep + index * pixelStep)
      }
    }
  }

  /// Lays a premultiplied sample over a pixel (Porter and Duff's "over"). The fourth byte of an opaque
  /// bitmap, which is 255 or unused, does not change.
  private func blend(_ sample: UnsafePointer<UInt8>, over pixel: UnsafeMutablePointer<UInt8>) {
    let rest = 255 - UInt32(sample[3])
    for band in 0..<3 {
      let below = (UInt32(pixel[2 - band]) * rest + 127) / 255
      pixel[2 - band] = UInt8(min(255, UInt32(sample[band]) + below))
    }
    pixel[3] = UInt8(min(255, UInt32(sample[3]) + (UInt32(pixel[3]) * rest + 127) / 255))
  }
}
