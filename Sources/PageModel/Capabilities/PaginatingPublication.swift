/// A publication whose pages are counted by laying its parts out, which may take longer than one
/// request may.
///
/// It is laid out in steps until `isPaginated`. A call of `pageCount` or of a page before that does
/// all of them. Several copies of it that share a `LayoutStore` lay each part out once.
public protocol PaginatingPublication: Publication {
  /// True if the pages of all parts are known.
  var isPaginated: Bool { get }

  /// Has the publication take what was laid out before from a store, and put there what it lays
  /// out itself. Called once, before anything else.
  func share(_ store: any LayoutStore)

  /// Lays parts out for about as many seconds, at least one. With `isHelping` it begins at the last
  /// part, so that it shares the work with another copy that begins at the first. A part that cannot
  /// be laid out is a warning.
  ///
  /// Throws an error that concerns all parts, such as a browser that has ended.
  func paginate(seconds: Double, isHelping: Bool) throws(PageError)
}

/// Keeps what laying out one publication in one layout gives: for other copies that are open, and,
/// on disk, for other days.
///
/// What comes out is what went in, or nil: an entry may vanish at any time.
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

  /// The number of pages of each part, as a JSON array; 0 for a part that cannot be laid out.
  public static let pagination = LayoutName("pagination")!

  /// The part of an index.
  public static func part(_ index: Int) -> LayoutName { LayoutName("part \(index)")! }

  /// Nil for a text that is no name.
  public init?(_ text: String) {
    guard (1...Self.maximumLength).contains(text.utf8.count),
      text.utf8.allSatisfy({ byte in
        byte == 0x20 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
      })
    else { return nil }
    self.text = text
  }
}
