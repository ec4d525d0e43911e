/// An entry of the table of contents, of the list of pages or of the landmarks.
public struct NavigationEntry: Sendable, Hashable {
  /// The label with white space collapsed; empty if the book states none.
  public var label: String
  /// Nil for an entry that only groups others.
  public var target: BookReference?
  /// The kinds of a landmark, such as `bodymatter`: terms of the structural semantics vocabulary,
  /// or the type of a reference of EPUB 2.
  public var kinds: [String] = []
  public var children: [NavigationEntry] = []

  /// The number of entries, including all below it.
  var count: Int { children.reduce(1) { $0 + $1.count } }
}
