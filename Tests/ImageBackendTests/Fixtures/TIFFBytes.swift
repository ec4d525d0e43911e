/// One page of a TIFF, without compression: one strip, or several, or tiles.
struct TIFFPage {
  var width: Int
  var height: Int
  /// Packed rows.
  var samples: [UInt8]
  var bits = 8
  var samplesPerPixel = 3
  /// 1 gray, 2 RGB, 5 CMYK, 6 YCbCr.
  var photometric = 2
  /// 3 where samples are floats.
  var sampleFormat: Int?
  /// Pixels that share a pair of color samples, in x and in y; for YCbCr in one strip.
  var subsampling: (x: Int, y: Int)?
  var orientation: Int?
  var resolution: (x: Int, y: Int)?
  /// 2 inch, 3 centimetre.
  var resolutionUnit = 2
  /// 2 where the last sample is straight alpha.
  var extraSample: Int?
  /// The rows of each strip but the last; nil for one strip.
  var rowsPerStrip: Int?
  /// Pixels along a side of a tile, a multiple of 16; in place of strips, for whole bytes a sample.
  var tileSide: Int?
}

extension TIFFPage {
  init(_ canvas: Canvas) {
    self.init(width: canvas.width, height: canvas.height, samples: canvas.rgb)
  }

  /// A field of the directory: one value that fits into it, or several behind it.
  private struct Field {
    var tag: UInt16
    var kind: UInt16
    var count = 1
    var bytes: [UInt8]

    static func short(_ tag: UInt16, _ value: Int) -> Field {
      Field(tag: tag, kind: 3, bytes: UInt16(value).littleEndianBytes)
    }

    static func long(_ tag: UInt16, _ value: Int) -> Field {
      Field(tag: tag, kind: 4, bytes: UInt32(value).littleEndianBytes)
    }

    static func longs(_ tag: UInt16, _ values: [Int]) -> Field {
      Field(
        tag: tag, kind: 4, count: values.count,
        bytes: values.flatMap { UInt32($0).littleEndianBytes })
    }

    static func rational(_ tag: UInt16, _ value: Int) -> Field {
      Field(
        tag: tag, kind: 5, bytes: UInt32(value).littleEndianBytes + UInt32(1).littleEndianBytes)
    }
  }

  /// Strips or tiles, as they lie in the file.
  private var pieces: [[UInt8]] {
    let rowBytes = samples.count / height
    guard let side = tileSide else {
      let rows = rowsPerStrip ?? height
      return stride(from: 0, to: height, by: rows).map { top in
        Array(samples[top * rowBytes..<min(height, top + rows) * rowBytes])
      }
    }
    let pixelBytes = rowBytes / width
    return stride(from: 0, to: height, by: side).flatMap { top in
      stride(from: 0, to: width, by: side).map { left in
        (top..<top + side).flatMap { row in
          (left..<left + side).flatMap { column in
            guard row < height, column < width else {
              return [UInt8](repeating: 0, count: pixelBytes)
            }
            let start = row * rowBytes + column * pixelBytes
            return Array(samples[start..<start + pixelBytes])
          }
        }
      }
    }
  }

  /// The pieces from `offset` on, the directory behind it, which no other follows, and where that
  /// begins.
  fileprivate func bytes(at offset: Int) -> (bytes: [UInt8], directory: Int) {
    let pieces = pieces
    var places = [offset]
    for piece in pieces { places.append(places[places.count - 1] + piece.count) }
    var fields: [Field] = [
      .long(256, width), .long(257, height),
      Field(
        tag: 258, kind: 3, count: samplesPerPixel,
        bytes: (0..<samplesPerPixel).flatMap { _ in UInt16(bits).littleEndianBytes }),
      .short(259, 1), .short(262, photometric), .short(277, samplesPerPixel),
    ]
    if let tileSide {
      fields += [
        .long(322, tileSide), .long(323, tileSide), .longs(324, places.dropLast()),
        .longs(325, pieces.map(\.count)),
      ]
    } else {
      fields += [
        .longs(273, places.dropLast()), .long(278, rowsPerStrip ?? height),
        .longs(279, pieces.map(\.count)),
      ]
    }
    if let orientation { fields.append(.short(274, orientation)) }
    if let resolution {
      fields += [
        .rational(282, resolution.x), .rational(283, resolution.y), .short(296, resolutionUnit),
      ]
    }
    if let extraSample { fields.append(.short(338, extraSample)) }
    if let sampleFormat {
      fields.append(
        Field(
          tag: 339, kind: 3, count: samplesPerPixel,
          bytes: (0..<samplesPerPixel).flatMap { _ in UInt16(sampleFormat).littleEndianBytes }))
    }
    if let subsampling {
      fields.append(
        Field(
          tag: 530, kind: 3, count: 2,
          bytes: [subsampling.x, subsampling.y].flatMap { UInt16($0).littleEndianBytes }))
    }
    fields.sort { $0.tag < $1.tag }

    var values = pieces.flatMap { $0 }
    if !values.count.isMultiple(of: 2) { values.append(0) }
    var entries: [UInt8] = []
    for field in fields {
      entries += field.tag.littleEndianBytes + field.kind.littleEndianBytes
      entries += UInt32(field.count).littleEndianBytes
      if field.bytes.count <= 4 {
        entries += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
      } else {
        entries += UInt32(offset + values.count).littleEndianBytes
        values += field.bytes
      }
    }
    let directory = UInt16(fields.count).littleEndianBytes + entries + [0, 0, 0, 0]
    return (values + directory, offset + values.count)
  }
}

/// A little-endian TIFF 6.0.
func tiff(_ pages: [TIFFPage]) -> [UInt8] {
  var file = Array("II*\0".utf8) + [0, 0, 0, 0]
  /// The position at which the offset of the next directory is written.
  var link = 4
  for page in pages {
    let (bytes, directory) = page.bytes(at: file.count)
    file += bytes
    file.replaceSubrange(link..<link + 4, with: UInt32(directory).littleEndianBytes)
    link = file.count - 4
  }
  return file
}
