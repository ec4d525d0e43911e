/// The parts of a JPEG's frame and scan headers (ITU-T T.81, B.2) that determine the memory needed
/// to decode it.
struct JPEGFrame {
  /// The bytes per pixel that the decoder holds. If the first scan does not complete the picture, it
  /// holds the coefficients of all of it, 2 bytes each; otherwise a few rows, which count as 0.
  let bytesHeldPerPixel: Double

  /// Reads the markers up to the first scan; nil if they make no sense.
  init?(_ bytes: UnsafeRawBufferPointer) {
    /// Samples per pixel of all components together.
    var density = 0.0
    var isProgressive = false
    var componentCount = 0
    var position = 2
    while position + 4 <= bytes.count {
      guard bytes[position] == 0xFF else { return nil }
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let body = position + 4
      guard length >= 2, position + 2 + length <= bytes.count else { return nil }
      switch marker {
      case 0xC0...0xC3, 0xC9...0xCB:
        guard length >= 8 else { return nil }
        isProgressive = marker == 0xC2 || marker == 0xCA
        componentCount = Int(bytes[body + 5])
        guard componentCount > 0, length >= 8 + 3 * componentCount else { return nil }
        let factors = (0..<componentCount).map { component in
          let byte = bytes[body + 7 + 3 * component]
          return (Double(byte >> 4), Double(byte & 15))
        }
        let widest = (factors.map(\.0).max() ?? 1) * (factors.map(\.1).max() ?? 1)
        density = widest > 0 ? factors.reduce(0) { $0 + $1.0 * $1.1 } / widest : 0
      case 0xDA:
        guard length >= 3, componentCount > 0 else { return nil }
        let isWhole = !isProgressive && Int(bytes[body]) == componentCount
        bytesHeldPerPixel = isWhole ? 0 : 2 * density
        return
      default:
        break
      }
      position += 2 + length
    }
    return nil
  }
}
