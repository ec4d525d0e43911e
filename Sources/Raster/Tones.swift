import RectoPageModel

extension Bitmap {
  /// Turns every pixel into its luma by ITU-R BT.601.
  public func desaturate() {
    mapPixels(in: PixelBox(size)) { pixel in
      let luma = ((pixel >> 16 & 0xFF) * 77 + (pixel >> 8 & 0xFF) * 150 + (pixel & 0xFF) * 29) >> 8
      return pixel & 0xFF00_0000 | luma << 16 | luma << 8 | luma
    }
  }

  /// Exchanges light and dark and keeps hues: white turns black, pure red stays red.
  ///
  /// Areas, in pixels of the bitmap, are left as they are, such as photographs.
  public func darken(sparing areas: [Rect]) {
    let kept = areas.compactMap { PixelBox($0, within: size) }.map { ($0, copy(of: $0)) }
    let isOpaque = format == .bgrx
    mapPixels(in: PixelBox(size)) { pixel in
      let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
      // With alpha, white is the alpha itself since the parts are premultiplied.
      let white = isOpaque ? 255 : pixel >> 24
      let sum = min(white * 2, max(red, green, blue) + min(red, green, blue))
      func turned(_ part: UInt32) -> UInt32 {
        part + white >= sum ? min(white, part + white - sum) : 0
      }
      return pixel & 0xFF00_0000 | turned(red) << 16 | turned(green) << 8 | turned(blue)
    }
    for (area, pixels) in kept { paste(pixels, into: area) }
  }

  /// Copies `other` to a place that holds all of it, in pixels from the top left.
  public func place(_ other: Bitmap, x: Int, y: Int) {
    let size = other.size
    let pixels = other.copy(of: PixelBox(size))
    paste(pixels, into: PixelBox(x: x, y: y, width: size.width, height: size.height))
  }

  private func mapPixels(in area: PixelBox, _ change: (UInt32) -> UInt32) {
    let width = size.width
    withPixels { bytes in
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      for y in area.rows {
        for index in y * width + area.x..<y * width + area.x + area.width {
          pixels[index] = change(pixels[index])
        }
      }
    }
  }

  private func copy(of area: PixelBox) -> [UInt32] {
    let width = size.width
    return withPixels { bytes in
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      return area.rows.flatMap { y in
        UnsafeMutableBufferPointer(
          rebasing: pixels[y * width + area.x..<y * width + area.x + area.width])
      }
    }
  }

  private func paste(_ pixels: [UInt32], into area: PixelBox) {
    let width = size.width
    withPixels { bytes in
      let target = bytes.assumingMemoryBound(to: UInt32.self)
      for (row, y) in area.rows.enumerated() {
        for x in 0..<area.width {
          target[y * width + area.x + x] = pixels[row * area.width + x]
        }
      }
    }
  }

  /// True if the tones between black and white outweigh the two ends, as in a photograph; print and
  /// line drawings have nine tenths of their pixels near white, near black or in one color.
  ///
  /// The area is in pixels; false for an area outside the bitmap.
  public func hasContinuousTones(in area: Rect) -> Bool {
    guard let area = PixelBox(area, within: size) else { return false }
    let width = size.width
    let histogram = withPixels { bytes in
      let pixels = bytes.assumingMemoryBound(to: UInt32.self)
      var counts = [Int](repeating: 0, count: 64)
      // A sample of the rows and columns decides as well as all of them.
      for y in stride(from: area.y, to: area.y + area.height, by: max(1, area.height / 128)) {
        for x in stride(from: area.x, to: area.x + area.width, by: max(1, area.width / 128)) {
          counts[Int(pixels[y * width + x] >> 8 & 0xFF) / 4] += 1
        }
      }
      return counts
    }
    let total = histogram.reduce(0, +)
    let commonest = histogram.sorted(by: >).prefix(4).reduce(0, +)
    return commonest * 10 < total * 8
  }
}
