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

/// A change of a store, for programs that show it.
///
/// In a refresh, the issues' changes come first and the state last. An observer that falls far
/// behind loses the oldest events: on `stateChanged` it should read the list.
public enum StoreEvent: Sendable, Hashable {
  case stateChanged(StoreState)
  case issueAdded(IssueID)
  case issueRemoved(IssueID)
  /// The catalog's entry of it has changed.
  case issueChanged(IssueID)
  /// Its cover has come, or is another one.
  case coverLoaded(IssueID)
}
