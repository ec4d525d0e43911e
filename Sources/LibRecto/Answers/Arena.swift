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
