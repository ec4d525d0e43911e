/// A place where a line may or must end.
public struct LineBreakOpportunity: Sendable, Hashable {
  /// The offset twice, and one more where it is mandatory: paragraphs have thousands of these.
  private let packed: UInt32

  /// `offset` is at most 2^30, as long as a text may be.
  init(offset: Int32, isMandatory: Bool) {
    packed = UInt32(bitPattern: offset) << 1 | (isMandatory ? 1 : 0)
  }

  /// UTF-16 units before it; spaces at the line's end are among them.
  public var offset: Int { Int(packed >> 1) }

  /// True if the text before it ends in a line feed or another character that ends lines.
  public var isMandatory: Bool { packed & 1 == 1 }
}
