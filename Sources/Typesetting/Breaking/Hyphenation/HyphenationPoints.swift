/// The UTF-16 offsets, in ascending order, before which a word may be divided.
///
/// Has one bit per unit, so that a word needs no allocation.
public struct HyphenationPoints: Sendable, Hashable, Sequence, BitwiseCopyable {
  private var bits: UInt128 = 0

  /// The number of offsets; each is less than this.
  static let limit = UInt128.bitWidth

  public init() {}

  public var isEmpty: Bool { bits == 0 }
  public func contains(_ offset: Int) -> Bool {
    (0..<Self.limit).contains(offset) && bits & (1 << UInt128(offset)) != 0
  }

  /// Adds an offset; ignores one from `limit` on.
  mutating func insert(_ offset: Int) {
    if (0..<Self.limit).contains(offset) { bits |= 1 << UInt128(offset) }
  }

  public func makeIterator() -> Iterator { Iterator(bits: bits) }

  public struct Iterator: IteratorProtocol {
    fileprivate var bits: UInt128

    public mutating func next() -> Int? {
      guard bits != 0 else { return nil }
      defer { bits &= bits - 1 }
      return bits.trailingZeroBitCount
    }
  }
}
