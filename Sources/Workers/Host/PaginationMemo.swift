/// Keeps how many pages the parts of a source have, from one opening of it to another; see
/// `PaginatingPublication`. It knows the source and how it is laid out.
public protocol PaginationMemo: Sendable {
  /// What was remembered of that version of the backend, or nil.
  func pagination(version: String) -> [Int]?

  /// Keeps it, if it can be kept.
  func remember(_ pagination: [Int], version: String)
}
