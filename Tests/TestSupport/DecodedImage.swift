/// An image file as somebody else's decoder reads it.
public struct DecodedImage: Sendable, Hashable {
  public var width: Int
  public var height: Int
  /// Samples a pixel: 1 gray, 3 red green blue, 4 with straight alpha.
  public var channels: Int
  /// 8 bits each, rows from the top without gaps.
  public var samples: [UInt8]
  /// What the file says of its pixels per inch, where it does.
  public var dotsPerInch: Double?

  public init(
    width: Int, height: Int, channels: Int, samples: [UInt8], dotsPerInch: Double? = nil
  ) {
    self.width = width
    self.height = height
    self.channels = channels
    self.samples = samples
    self.dotsPerInch = dotsPerInch
  }

  /// The samples of one pixel.
  public subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * channels
    return Array(samples[start..<start + channels])
  }

  /// A part of the image.
  public func crop(x: Int, y: Int, width: Int, height: Int) -> DecodedImage {
    var rows: [UInt8] = []
    for row in y..<y + height {
      let start = (row * self.width + x) * channels
      rows += samples[start..<start + width * channels]
    }
    return DecodedImage(width: width, height: height, channels: channels, samples: rows)
  }

  /// The same pixels with three samples each.
  public var rgb: DecodedImage {
    var pixels: [UInt8] = []
    for start in stride(from: 0, to: samples.count, by: channels) {
      pixels += (0..<3).map { samples[start + (channels == 1 ? 0 : $0)] }
    }
    return DecodedImage(
      width: width, height: height, channels: 3, samples: pixels, dotsPerInch: dotsPerInch)
  }
}

/// Whether two long lists are alike. `#expect(a == b)` would take minutes to describe how they
/// differ.
public func alike<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Bool { a == b }
