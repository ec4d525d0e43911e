/// The bytes of one run, taken from the front.
public struct Input {
  private var rest: ArraySlice<UInt8>

  /// The input of a libFuzzer target.
  public init(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    rest = Array(UnsafeBufferPointer(start: bytes, count: count))[...]
  }

  public var isEmpty: Bool { rest.isEmpty }

  /// The next byte; 0 after the end.
  public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// One of `choices`, by the next byte: `A` is the first, so that seeds can be read.
  public mutating func choice<Choice>(of choices: [Choice]) -> Choice {
    choices[Int(byte() &- UInt8(ascii: "A")) % choices.count]
  }

  /// The next bytes, at most `count`.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// All up to the next zero, which no JSON has in it.
  public mutating func text() -> [UInt8] {
    let text = rest.prefix { $0 != 0 }
    rest = rest[text.endIndex...].dropFirst()
    return Array(text)
  }

  public mutating func all() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
