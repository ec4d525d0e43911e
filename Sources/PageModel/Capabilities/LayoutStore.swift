/// Keeps the results of laying out one publication in one layout, for other open copies and, on
/// disk, for later processes.
///
/// It returns the bytes that were kept, or nil: an entry may vanish at any time.
public protocol LayoutStore: Sendable {
  /// The bytes that are kept under a name, or nil.
  func layout(_ name: LayoutName) -> [UInt8]?

  /// Keeps bytes under a name, if there is room for them. A name that is taken keeps its bytes. With
  /// `isLasting` false they are forgotten when the publication is closed: for what another day may
  /// give otherwise, such as a part that took too long.
  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool)
}

/// The name of an entry in a `LayoutStore`.
public struct LayoutName: Sendable, Hashable {
  /// ASCII letters, digits and spaces, at most `maximumLength`.
  public let text: String

  public static let maximumLength = 64

  /// The number of pages of each part, as a JSON array; 0 for a part that cannot be laid out, -1 for
  /// one that exceeds its limits.
  public static let pagination = LayoutName("pagination")!

  /// The same for one of the blocks of parts that follow one another.
  public static func counts(ofBlock index: Int) -> LayoutName { LayoutName("counts \(index)")! }

  /// The part of an index.
  public static func part(_ index: Int) -> LayoutName { LayoutName("part \(index)")! }

  /// Returns nil if the text is not a valid name.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count),
      text.utf8.allSatisfy({ byte in
        byte == 0x20 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      })
    else { return nil }
    self.text = text
  }
}
