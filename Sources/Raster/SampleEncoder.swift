import RectoPageModel

/// Rows of samples in the smallest layout, lent from `scratch`.
func encodeSamples(_ pixels: Pixels, scratch: GrowingBuffer) -> UnsafeRawBufferPointer {
  pack(pixels, as: SampleLayout(pixels), scratch: scratch)
}

/// Netpbm's PGM (`P5`) or PPM (`P6`), which have no alpha.
func encodePortableMap(_ pixels: Pixels, scratch: GrowingBuffer) -> UnsafeRawBufferPointer {
  let layout = SampleLayout(pixels)
  let magic = layout == .gray ? "P5" : "P6"
  let header = Array("\(magic)\n\(pixels.size.width) \(pixels.size.height)\n255\n".utf8)
  return pack(pixels, as: layout, after: header, scratch: scratch)
}

func pack(
  _ pixels: Pixels, as layout: SampleLayout, after header: [UInt8] = [], scratch: GrowingBuffer
) -> UnsafeRawBufferPointer {
  let rowBytes = pixels.size.width * layout.rawValue
  let file = scratch.bytes(header.count + rowBytes * pixels.size.height)
  file.copyBytes(from: header)
  for index in 0..<pixels.size.height {
    let start = header.count + index * rowBytes
    layout.pack(
      pixels.row(index),
      into: UnsafeMutableRawBufferPointer(rebasing: file[start..<start + rowBytes]))
  }
  return UnsafeRawBufferPointer(file)
}
