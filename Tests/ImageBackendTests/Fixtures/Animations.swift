import CRectoWebP
import RectoPageModel
import Testing

/// A GIF89a of one color a frame. Codes of 8 bits are bytes where the table is cleared in time.
func gif(width: Int, height: Int, frames: [Color]) -> [UInt8] {
  let clear: UInt8 = 128
  let end: UInt8 = 129
  let sides = UInt16(width).littleEndianBytes + UInt16(height).littleEndianBytes
  let palette = frames.flatMap { [$0.red, $0.green, $0.blue] }
  let padding = [UInt8](repeating: 0, count: 128 * 3 - palette.count)
  var file = Array("GIF89a".utf8) + sides + [0xF6, 0, 0] + palette + padding
  for index in frames.indices {
    let pixels = (0..<width * height).flatMap { place in
      place.isMultiple(of: 64) ? [clear, UInt8(index)] : [UInt8(index)]
    }
    file += [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0] + sides + [0, 7]
    for start in stride(from: 0, to: pixels.count, by: 200) {
      let block = pixels[start..<min(start + 200, pixels.count)]
      file += [UInt8(block.count)] + block
    }
    file += [1, end, 0]
  }
  return file + [0x3B]
}

/// A lossless WebP. Calls `WebPEncodeLosslessRGBA`.
func webp(_ canvas: Canvas) throws -> [UInt8] {
  let samples = canvas.colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
  var output: UnsafeMutablePointer<UInt8>?
  let count = WebPEncodeLosslessRGBA(
    samples, Int32(canvas.width), Int32(canvas.height), Int32(canvas.width * 4), &output)
  let start = try #require(output)
  defer { WebPFree(start) }
  return Array(UnsafeBufferPointer(start: start, count: count))
}

/// An animation of frames of one size, as the WebP container specification has it.
func animatedWebP(_ frames: [Canvas]) throws -> [UInt8] {
  let first = try #require(frames.first)
  func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + UInt32(body.count).littleEndianBytes + body
      + (body.count.isMultiple(of: 2) ? [] : [0])
  }
  func three(_ value: Int) -> [UInt8] { Array(UInt32(value).littleEndianBytes.prefix(3)) }
  let sides = three(first.width - 1) + three(first.height - 1)
  let isAnimated: UInt8 = 2
  var body = Array("WEBP".utf8) + chunk("VP8X", [isAnimated, 0, 0, 0] + sides)
  body += chunk("ANIM", [0, 0, 0, 0, 0, 0])
  for frame in frames {
    // Behind RIFF, its length and WEBP there is the one chunk of the picture.
    let picture = Array(try webp(frame).dropFirst(12))
    body += chunk("ANMF", three(0) + three(0) + sides + three(100) + [0] + picture)
  }
  return Array("RIFF".utf8) + UInt32(body.count).littleEndianBytes + body
}
