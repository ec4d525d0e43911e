import CRectoJPEG
import Testing

/// The file with an Exif segment (DC-008, 4.5.4) that states an orientation, from 1 to 8.
func jpeg(_ file: [UInt8], orientation: Int) -> [UInt8] {
  let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0]
  let directory: [UInt8] = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
  let body = Array("Exif\0\0".utf8) + directory
  return Array(file.prefix(2)) + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + file.dropFirst(2)
}

/// The file with another density in its JFIF header; `unit` is 0 for none, 1 inch, 2 centimetre.
func jpeg(_ file: [UInt8], unit: UInt8, x: Int, y: Int) -> [UInt8] {
  var file = file
  let density = [unit, UInt8(x >> 8), UInt8(x & 255), UInt8(y >> 8), UInt8(y & 255)]
  file.replaceSubrange(13..<18, with: density)
  return file
}

/// The file with other dimensions in its frame header, which its data do not fill.
func jpeg(_ file: [UInt8], width: Int, height: Int) -> [UInt8] {
  var file = file
  let markers: [[UInt8]] = [[0xFF, 0xC0], [0xFF, 0xC2]]
  if let frame = file.indices.dropLast(9).first(where: {
    markers.contains(Array(file[$0..<$0 + 2]))
  }
  ) {
    let sides = [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
    file.replaceSubrange(frame + 5..<frame + 9, with: sides)
  }
  return file
}

/// A progressive JPEG in several scans, from coarse to fine. Calls `tjCompress2`.
func progressiveJPEG(_ canvas: Canvas) throws -> [UInt8] {
  try compress(
    canvas.rgb, width: canvas.width, height: canvas.height, format: TJPF_RGB,
    flags: TJFLAG_PROGRESSIVE)
}

/// A JPEG of packed CMYK in Adobe's form, in which 255 means no ink. Calls `tjCompress2`.
func jpeg(invertedCMYK samples: [UInt8], width: Int, height: Int) throws -> [UInt8] {
  try compress(samples, width: width, height: height, format: TJPF_CMYK, flags: 0)
}

private func compress(
  _ samples: [UInt8], width: Int, height: Int, format: TJPF, flags: Int32
) throws -> [UInt8] {
  let handle = tjInitCompress()
  defer { tjDestroy(handle) }
  var buffer: UnsafeMutablePointer<UInt8>?
  var count: UInt = 0
  defer { tjFree(buffer) }
  let status = tjCompress2(
    handle, samples, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &count,
    Int32(TJSAMP_444.rawValue), 95, flags)
  try #require(status == 0)
  return Array(UnsafeBufferPointer(start: buffer, count: Int(count)))
}
