import RectoPageModel

/// The pixels of an opaque bitmap as red, green, blue and alpha, rows from the top.
func samples(of bitmap: Bitmap) -> [UInt8] {
  bitmap.withPixels { pixels in
    var samples: [UInt8] = []
    samples.reserveCapacity(pixels.count)
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      samples.append(pixels[pixel + 2])
      samples.append(pixels[pixel + 1])
      samples.append(pixels[pixel])
      samples.append(255)
    }
    return samples
  }
}
