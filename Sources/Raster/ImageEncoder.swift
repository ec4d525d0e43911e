import RectoPageModel
import Synchronization

/// Writes bitmaps as image files into memory that it keeps for the next one.
///
/// Calls from several threads wait for one another: use one encoder a thread.
///
/// Unchecked, since the compiler cannot see that `png` and `scratch` are only used under `lock`;
/// it refuses a `Mutex` around them because their bytes are lent to `body`.
public final class ImageEncoder: @unchecked Sendable {
  private let lock = Mutex(())
  private let png = PNGEncoder()
  private let scratch = GrowingBuffer()
  private let opaque = GrowingBuffer()

  public init() {}

  /// Encodes the bitmap and lends the file's bytes to `body`.
  ///
  /// Throws `limit` if the format cannot hold a picture of that size, and `notInstalled` as
  /// `ImageFormat.requireEncoder`.
  public func encode(
    _ bitmap: Bitmap, _ options: EncodeOptions,
    body: (UnsafeRawBufferPointer) throws(PageError) -> Void
  ) throws(PageError) {
    let size = bitmap.size
    let format = bitmap.format
    try lock.withLock { _ throws(PageError) in
      try bitmap.withPixels { bytes throws(PageError) in
        var pixels = Pixels(bytes: UnsafeRawBufferPointer(bytes), size: size, format: format)
        if !options.format.hasAlpha { pixels = pixels.onWhite(in: opaque) }
        switch options.format {
        case .png where options.level <= 1:
          try body(try png.encode(pixels, dotsPerInch: options.dotsPerInch))
        case .png: try encodeSmallPNG(pixels, options, scratch: scratch, body: body)
        case .jpeg: try encodeJPEG(pixels, options, body: body)
        case .webp: try encodeWebP(pixels, options, scratch: scratch, body: body)
        case .ppm: try body(encodePortableMap(pixels, scratch: scratch))
        case .raw: try body(encodeSamples(pixels, scratch: scratch))
        case .tiff, .gif, .avif, .jxl:
          try options.format.saver?.encode(pixels, options, scratch: scratch, body: body)
        }
      }
    }
  }
}

/// The pixels of a locked bitmap, for the encoders.
struct Pixels {
  let bytes: UnsafeRawBufferPointer
  let size: PixelSize
  let format: PixelFormat

  /// The four bytes of a pixel are one number.
  func row(_ index: Int) -> UnsafeBufferPointer<UInt32> {
    let stride = size.width * 4
    return UnsafeRawBufferPointer(rebasing: bytes[index * stride..<(index + 1) * stride])
      .assumingMemoryBound(to: UInt32.self)
  }
}

extension Pixels {
  /// The pixels laid on white, in memory lent from `buffer`; the same where they are opaque.
  fileprivate func onWhite(in buffer: GrowingBuffer) -> Pixels {
    guard format == .bgra else { return self }
    let target = buffer.bytes(bytes.count)
    let count = bytes.count / 4
    let source = bytes.assumingMemoryBound(to: UInt32.self)
    let result = target.bindMemory(to: UInt32.self)
    for index in 0..<count {
      let pixel = source[index]
      let white = 255 - pixel >> 24
      func channel(_ shift: UInt32) -> UInt32 { min(255, pixel >> shift & 0xFF + white) << shift }
      result[index] = 0xFF00_0000 | channel(0) | channel(8) | channel(16)
    }
    return Pixels(bytes: UnsafeRawBufferPointer(target), size: size, format: .bgrx)
  }
}

/// Memory that only grows; freed with its owner.
final class GrowingBuffer {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  deinit { memory.deallocate() }

  /// At least `count` bytes; their content is lost when they have to grow.
  func bytes(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if memory.count < count {
      memory.deallocate()
      memory = .allocate(byteCount: count, alignment: 64)
    }
    return UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
  }
}
