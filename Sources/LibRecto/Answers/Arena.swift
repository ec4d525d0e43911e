import RectoPageModel

/// The memory for the arrays and strings of one answer, freed with the answer. Only the thread that
/// makes the answer uses it.
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  /// A copy of the values; not NULL, even for an empty array.
  func array<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let block = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    block.initialize(from: values, count: values.count)
    blocks.append(UnsafeMutableRawPointer(block))
    return UnsafePointer(block)
  }

  /// Boxes for others to fill; see `numbers`.
  func boxes(_ count: Int) -> UnsafeMutableBufferPointer<Rect> {
    let block = UnsafeMutableBufferPointer<Rect>.allocate(capacity: max(1, count))
    block.initialize(repeating: Rect(x: 0, y: 0, width: 0, height: 0))
    blocks.append(UnsafeMutableRawPointer(block.baseAddress!))
    return block
  }

  /// The numbers of boxes as the header has them: x, y, width and height of each, which is how a box lies in memory.
  func numbers(of boxes: UnsafeMutableBufferPointer<Rect>) -> UnsafePointer<Double> {
    UnsafeRawPointer(boxes.baseAddress!).assumingMemoryBound(to: Double.self)
  }

  /// The text as a C string; zero bytes in it become spaces.
  func string(_ text: String) -> UnsafePointer<CChar> { array(cString(text)) }

  func string(_ text: String?) -> UnsafePointer<CChar>? { text.map { string($0) } }

  func strings(_ texts: [String?]) -> UnsafePointer<UnsafePointer<CChar>?> {
    // One block for all strings, since there may be thousands.
    var characters: [CChar] = []
    var places: [Int?] = []
    for text in texts {
      places.append(text == nil ? nil : characters.count)
      if let text { characters += cString(text) }
    }
    let base = array(characters)
    return array(places.map { place in place.map { base + $0 } })
  }

  /// Text of a source may contain zero bytes, at which a C string would end.
  private func cString(_ text: String) -> [CChar] {
    var characters = text.utf8.map { CChar(bitPattern: $0 == 0 ? UInt8(ascii: " ") : $0) }
    characters.append(0)
    return characters
  }
}
