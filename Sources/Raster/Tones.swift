import RectoPageModel

extension Bitmap {
  /// Turns every pixel into its luma by ITU-R BT.601.
  public func desaturate() {
    mapPixels(in: PixelBox(size)) { pixel in
      let luma = ((pixel >> 16 & 0xFF) * 77 + (pixel >> 8 & 0xFF) * 150 + (pixel & 0xFF) * 29) >> 8
      return pixel & 0xFF00_0000 | luma << 16 | luma << 8 | luma
    }
  }

  /// Inverts lightness and keeps hues: white turns black, pure red stays red. Dark colors that
  /// would stay dark, such as the blue of links, are mixed with white until they are legible.
  ///
  /// Areas, in pixels of the bitmap, are left as they are, such as photographs.
  public func darken(sparing areas: [Rect]) {
    let kept = areas.compactMap { PixelBox($0, within: size) }.map { ($0, copy(of: $0)) }
    let isOpaque = format == .bgrx
    mapPixels(in: PixelBox(size)) { pixel in
      let color = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
      // With alpha, white is the alpha itself since the parts are premultiplied.
      let white = isOpaque ? 255 : pixel >> 24
      let (low, high) = (min(color.0, color.1, color.2), max(color.0, color.1, color.2))
      let sum = min(white * 2, low + high)
      func turned(_ part: UInt32) -> UInt32 {
        part + white >= sum ? min(white, part + white - sum) : 0
      }
      var dark = (turned(color.0), turned(color.1), turned(color.2))
      // Grays are as far from black as they were from white.
      if low != high { Self.lighten(&dark, from: color, white: white) }
      return pixel & 0xFF00_0000 | dark.0 << 16 | dark.1 << 8 | dark.2
    }
    for (area, pixels) in kept { paste(pixels, into: area) }
  }

  private typealias Parts = (UInt32, UInt32, UInt32)

  /// Mixes a color of the dark page with white as far as it must be to stand out from black, the more
  /// the darker it was on paper: 27 % of white's light for black, nothing from 40 % on.
  private static func lighten(_ color: inout Parts, from before: Parts, white: UInt32) {
    let whole = light((white, white, white))
    let wanted = 0.27 * whole - 0.675 * light(before)
    let own = light(color)
    guard own < wanted else { return }
    // The light of `color` with a share t of white is a t² + 2 b t + own.
    let a = light((white - color.0, white - color.1, white - color.2))
    let b = (whole - a - own) / 2
    let share = ((b * b + a * (wanted - own)).squareRoot() - b) / a
    func mixed(_ part: UInt32) -> UInt32 {
      part + UInt32((Double(white - part) * share).rounded())
    }
    color = (mixed(color.0), mixed(color.1), mixed(color.2))
  }

  /// The light of a color by the primaries of ITU-R BT.709, with 2 as gamma.
  private static func light(_ color: Parts) -> Double {
    let (red, green, blue) = (Double(color.0), Double(color.1), Double(color.2))
    return 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue
  }

  /// Copies `other` to a position in pixels from the top left, where all of it must fit.
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
