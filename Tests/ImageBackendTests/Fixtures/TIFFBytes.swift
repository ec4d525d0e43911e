/// One page of a TIFF, one uncompressed strip.
struct TIFFPage {
  var width: Int
  var height: Int
  /// Packed rows.
  var samples: [UInt8]
  var bits = 8
  var samplesPerPixel = 3
  /// 1 gray, 2 RGB, 5 CMYK.
  var photometric = 2
  var orientation: Int?
  var resolution: (x: Int, y: Int)?
  /// 2 inch, 3 centimetre.
  var resolutionUnit = 2
  /// 2 where the last sample is straight alpha.
  var extraSample: Int?
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

    static func rational(_ tag: UInt16, _ value: Int) -> Field {
      Field(
        tag: tag, kind: 5, bytes: UInt32(value).littleEndianBytes + UInt32(1).littleEndianBytes)
    }
  }

  /// The strip at `offset`, the directory behind it, which no other follows, and where that begins.
  fileprivate func bytes(at offset: Int) -> (bytes: [UInt8], directory: Int) {
    var fields: [Field] = [
      .long(256, width), .long(257, height),
      Field(
        tag: 258, kind: 3, count: samplesPerPixel,
        bytes: (0..<samplesPerPixel).flatMap { _ in UInt16(bits).littleEndianBytes }),
      .short(259, 1), .short(262, photometric), .long(273, offset),
      .short(277, samplesPerPixel), .long(278, height), .long(279, samples.count),
    ]
    if let orientation { fields.append(.short(274, orientation)) }
    if let resolution {
      fields += [
        .rational(282, resolution.x), .rational(283, resolution.y), .short(296, resolutionUnit),
      ]
    }
    if let extraSample { fields.append(.short(338, extraSample)) }
    fields.sort { $0.tag < $1.tag }

    var values = samples
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
  /// Where the offset of the next directory is to be written.
  var link = 4
  for page in pages {
    let (bytes, directory) = page.bytes(at: file.count)
    file += bytes
    file.replaceSubrange(link..<link + 4, with: UInt32(directory).littleEndianBytes)
    link = file.count - 4
  }
  return file
}
