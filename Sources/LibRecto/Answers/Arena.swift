/// Memory for the arrays and strings of one answer, freed with it. Used by one thread while the
/// answer is made.
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  /// A copy of the values; never NULL, also where there are none.
  func array<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let block = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    block.initialize(from: values, count: values.count)
    blocks.append(UnsafeMutableRawPointer(block))
    return UnsafePointer(block)
  }

  /// The text with a zero byte behind, and none in it.
  func string(_ text: String) -> UnsafePointer<CChar> { array(cString(text)) }

  func string(_ text: String?) -> UnsafePointer<CChar>? { text.map { string($0) } }

  func strings(_ texts: [String?]) -> UnsafePointer<UnsafePointer<CChar>?> {
    // One block for all, since there may be thousands.
    var characters: [CChar] = []
    var places: [Int?] = []
    for text in texts {
      places.append(text == nil ? nil : characters.count)
      if let text { characters += cString(text) }
    }
    let base = array(characters)
    return array(places.map { place in place.map { base + $0 } })
  }

  /// Text of a source may have zero bytes, which would cut it.
  private func cString(_ text: String) -> [CChar] {
    var characters = text.utf8.map { CChar(bitPattern: $0 == 0 ? UInt8(ascii: " ") : $0) }
    characters.append(0)
    return characters
  }
}
