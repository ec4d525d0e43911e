import RectoPageModel

extension Bitmap {
  /// The picture faded to gray, with the differences from `other` in red; nil if the sizes
  /// differ.
  public func difference(from other: Bitmap) -> Bitmap? {
    guard size == other.size, format == other.format, self !== other else { return nil }
    let result = Bitmap(size: size)
    PicturePair.lend(self, other) { pair in
      result.withPixels { pixels in
        let pixels = pixels.bindMemory(to: UInt32.self)
        for index in pixels.indices {
          let (a, b) = (pair.golden[index], pair.current[index])
          if (a ^ b) & pair.counts == 0 {
            // BT.601 in 256ths, then a quarter of the contrast on white.
            let luma = (77 * (a >> 16 & 255) + 150 * (a >> 8 & 255) + 29 * (a & 255)) >> 8
            let gray = 191 + luma / 4
            pixels[index] = 0xFF00_0000 | gray << 16 | gray << 8 | gray
          } else {
            pixels[index] = 0xFFE0_0020
          }
        }
      }
    }
    return result
  }
}
