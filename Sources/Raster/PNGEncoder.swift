import CRectoISAL
import RectoPageModel

/// Writes PNG as fast as the machine allows: one IDAT chunk, no row filters, ISA-L's deflate.
///
/// Chosen by measurement: libpng at level 1 without filters takes five times as long for files
/// of about the same size, Cairo's own writer twenty times. `encodeSmallPNG` makes smaller files.
final class PNGEncoder {
  /// ISA-L's level: 1 makes a Huffman table for each block and needs a little memory for it.
  private static let level = 1
  /// Packed rows are compressed in bands of about this size, so that they are still in the cache.
  private static let bandBytes = 96 * 1024

  /// The first bytes of a stream are compressed alone. ISA-L looks them up by a hash of the
  /// stream's address, in its loop for long input, so that the file would depend on that; its loop
  /// for the last bytes does not.
  private static let firstBytes = 8

  private let stream = UnsafeMutablePointer<isal_zstream>.allocate(capacity: 1)
  private let levelBuffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: isal_level1_buffer_size, alignment: 64)
  private let band = GrowingBuffer()
  private let file = GrowingBuffer()

  /// The specification's limit, less the overhead around the samples.
  private static let longestChunk = (1 << 31) - (1 << 24)

  init() {}

  deinit {
    stream.deallocate()
    levelBuffer.deallocate()
  }

  /// The file's bytes, lent until the next call. Calls `isal_deflate`; the chunks are those of
  /// the PNG specification (third edition), clause 11.
  ///
  /// Throws `limit` for more samples than one chunk holds.
  func encode(
    _ pixels: Pixels, dotsPerInch: Double?
  ) throws(PageError) -> UnsafeRawBufferPointer {
    let layout = SampleLayout(pixels)
    let rowBytes = 1 + pixels.size.width * layout.rawValue
    // Stored blocks add 5 bytes per 64 KiB at worst; the rest is chunks and the zlib frame.
    let worst = rowBytes * pixels.size.height
    guard worst <= Self.longestChunk else {
      throw PageError(
        .limit,
        "the PNG image of \(pixels.size.width) x \(pixels.size.height) pixels cannot be written: "
          + "it has more than 2 GB of samples; choose a smaller scale, or WebP or TIFF")
    }
    var writer = ChunkWriter(file.bytes(worst + worst / 1000 + 4096))
    writer.signature()
    writer.chunk("IHDR") { header in
      header.append(UInt32(pixels.size.width))
      header.append(UInt32(pixels.size.height))
      header.append(UInt8(8))
      header.append(layout.colorType)
      for _ in 0..<3 { header.append(UInt8(0)) }
    }
    if let dotsPerInch {
      let perMeter = UInt32(min(1e9, (dotsPerInch / 0.0254).rounded()))
      writer.chunk("pHYs") { chunk in
        chunk.append(perMeter)
        chunk.append(perMeter)
        chunk.append(UInt8(1))
      }
    }
    var isWhole = true
    writer.chunk("IDAT") { data in
      data.fill { target in
        let count = compress(pixels, layout, rowBytes: rowBytes, into: target)
        isWhole = count != nil
        return count ?? 0
      }
    }
    guard isWhole else { throw PageError(.bug, "the PNG image could not be compressed") }
    writer.chunk("IEND") { _ in }
    return writer.written
  }

  /// Compresses all rows and gives the number of bytes written, or nil if that fails.
  private func compress(
    _ pixels: Pixels, _ layout: SampleLayout, rowBytes: Int,
    into target: UnsafeMutableRawBufferPointer
  ) -> Int? {
    isal_deflate_init(stream)
    stream.pointee.level = UInt32(Self.level)
    stream.pointee.level_buf = levelBuffer.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.pointee.level_buf_size = UInt32(levelBuffer.count)
    stream.pointee.gzip_flag = UInt16(IGZIP_ZLIB)
    stream.pointee.next_out = target.assumingMemoryBound(to: UInt8.self).baseAddress
    stream.pointee.avail_out = UInt32(clamping: target.count)

    let height = pixels.size.height
    let rows = max(1, min(height, Self.bandBytes / rowBytes))
    let packed = band.bytes(rows * rowBytes)
    var next = 0
    while next < height {
      let count = min(rows, height - next)
      for offset in 0..<count {
        let row = UnsafeMutableRawBufferPointer(
          rebasing: packed[offset * rowBytes..<(offset + 1) * rowBytes])
        row[0] = 0
        layout.pack(
          pixels.row(next + offset), into: UnsafeMutableRawBufferPointer(rebasing: row[1...]))
      }
      var bytes = UnsafeMutableBufferPointer(
        rebasing: packed.assumingMemoryBound(to: UInt8.self)[..<(count * rowBytes)])
      if next == 0 {
        let first = min(Self.firstBytes, bytes.count)
        guard deflate(UnsafeMutableBufferPointer(rebasing: bytes[..<first]), flush: SYNC_FLUSH)
        else {
          return nil
        }
        bytes = UnsafeMutableBufferPointer(rebasing: bytes[first...])
      }
      next += count
      stream.pointee.end_of_stream = next == height ? 1 : 0
      guard deflate(bytes, flush: NO_FLUSH) else { return nil }
    }
    return Int(stream.pointee.total_out)
  }

  /// True if all bytes were taken. Calls `isal_deflate`.
  private func deflate(_ bytes: UnsafeMutableBufferPointer<UInt8>, flush: Int32) -> Bool {
    stream.pointee.next_in = bytes.baseAddress
    stream.pointee.avail_in = UInt32(bytes.count)
    stream.pointee.flush = UInt16(flush)
    return isal_deflate(stream) == COMP_OK && stream.pointee.avail_in == 0
  }
}

extension SampleLayout {
  /// Table 11.1 of the PNG specification.
  fileprivate var colorType: UInt8 {
    switch self {
    case .gray: 0
    case .rgb: 2
    case .rgba: 6
    }
  }
}

/// Appends PNG chunks to memory that is large enough.
private struct ChunkWriter {
  private let target: UnsafeMutableRawBufferPointer
  private var count = 0

  init(_ target: UnsafeMutableRawBufferPointer) {
    self.target = target
  }

  var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: target[..<count]) }

  mutating func append(_ value: UInt8) {
    target[count] = value
    count += 1
  }

  /// In network byte order.
  mutating func append(_ value: UInt32) {
    target.storeBytes(of: value.bigEndian, toByteOffset: count, as: UInt32.self)
    count += 4
  }

  /// Hands over all the memory that is left; `body` gives how much of it was used.
  mutating func fill(_ body: (UnsafeMutableRawBufferPointer) -> Int) {
    count += body(UnsafeMutableRawBufferPointer(rebasing: target[count..<(target.count - 64)]))
  }

  mutating func signature() {
    for byte: UInt8 in [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] { append(byte) }
  }

  /// A chunk whose data `body` appends, with its length before and its CRC behind.
  mutating func chunk(_ type: StaticString, body: (inout ChunkWriter) -> Void) {
    let start = count
    append(UInt32(0))
    type.withUTF8Buffer { for byte in $0 { append(byte) } }
    body(&self)
    let length = count - start - 8
    target.storeBytes(of: UInt32(length).bigEndian, toByteOffset: start, as: UInt32.self)
    let checked = target.assumingMemoryBound(to: UInt8.self).baseAddress.map { $0 + start + 4 }
    append(crc32_gzip_refl(0, checked, UInt64(length + 4)))
  }
}
