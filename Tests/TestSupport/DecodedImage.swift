/// An image file as an independent decoder reads it.
public struct DecodedImage: Sendable, Hashable {
  public var width: Int
  public var height: Int
  /// Samples a pixel: 1 gray, 3 red green blue, 4 with straight alpha.
  public var channels: Int
  /// 8 bits each, rows from the top without gaps.
  public var samples: [UInt8]
  /// The resolution in the file, in pixels per inch, if it states one.
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

  /// The image averaged down over squares of `side` pixels; a rest at the right and bottom is left
  /// out.
  public func averaged(by side: Int) -> DecodedImage {
    let (columns, rows) = (width / side, height / side)
    var means: [UInt8] = []
    means.reserveCapacity(columns * rows * channels)
    for row in 0..<rows {
      for column in 0..<columns {
        for channel in 0..<channels {
          var sum = 0
          for y in 0..<side {
            let start = ((row * side + y) * width + column * side) * channels + channel
            for x in 0..<side { sum += Int(samples[start + x * channels]) }
          }
          means.append(UInt8(sum / (side * side)))
        }
      }
    }
    return DecodedImage(width: columns, height: rows, channels: channels, samples: means)
  }
}

/// True if two long lists are equal. `#expect(a == b)` would take minutes to describe their
/// difference.
public func alike<Element: Equatable>(_ a: [Element], _ b: [Element]) -> Bool { a == b }
