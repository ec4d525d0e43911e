import RectoPageModel

extension Bitmap {
  /// The pixels of a PNG; with alpha if any of them is not opaque.
  public convenience init(_ picture: PNGPicture) {
    let isOpaque = stride(from: 3, to: picture.samples.count, by: 4).allSatisfy {
      picture.samples[$0] == 255
    }
    self.init(size: picture.size, format: isOpaque ? .bgrx : .bgra)
    withPixels { pixels in
      let pixels = pixels.bindMemory(to: UInt32.self)
      picture.samples.withUnsafeBytes { samples in
        let samples = samples.bindMemory(to: UInt32.self)
        for index in samples.indices { pixels[index] = premultiplied(samples[index]) }
      }
    }
  }
}

/// Red, green, blue and straight alpha, from the lowest byte, as blue, green, red and
/// premultiplied alpha.
@inline(__always)
private func premultiplied(_ sample: UInt32) -> UInt32 {
  let alpha = sample >> 24
  let swapped = (sample & 0xFF) << 16 | sample & 0xFF00 | sample >> 16 & 0xFF
  if alpha == 255 { return swapped | 0xFF00_0000 }
  func part(_ shift: UInt32) -> UInt32 {
    (((swapped >> shift & 0xFF) * alpha + 127) / 255) << shift
  }
  return part(0) | part(8) | part(16) | alpha << 24
}
