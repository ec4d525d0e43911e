/// A change of a store, for whoever shows it.
///
/// Of a refresh, the issues' changes come first and the state last. An observer that falls far behind
/// loses the oldest events: on `stateChanged` the list itself says what there is.
public enum StoreEvent: Sendable, Hashable {
  case stateChanged(StoreState)
  case issueAdded(IssueID)
  case issueRemoved(IssueID)
  /// What the catalog says of it is not what it said before.
  case issueChanged(IssueID)
  /// Its cover has come, or is another one.
  case coverLoaded(IssueID)
}
