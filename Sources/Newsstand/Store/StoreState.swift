/// The activity of a store.
public enum StoreState: Sendable, Hashable {
  /// Nothing was ever read, and nothing is kept of an earlier time.
  case notInitialized
  case updating
  /// The issues are those of the last refresh, or of the catalog that was kept.
  case ready
  /// The last refresh did not succeed. The last good issues are still there.
  case failed(NewsstandError)
}
