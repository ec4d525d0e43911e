/// An event for programs that show a newsstand.
public enum NewsstandEvent: Sendable, Hashable {
  /// The state of an issue has changed, or its download has progressed.
  case issueChanged(IssueID, IssueState)
  /// An issue is no longer new.
  case issueRead(IssueID)
  /// A store answered, and may offer other issues.
  case storeChanged(String)
  /// A request to a store failed, with the error.
  case storeFailed(String, NewsstandError)
  /// A message about a new issue did not reach a reader's browser, with the error.
  case pushFailed(NewsstandError)
  /// The icon has changed.
  case iconChanged
  /// A setting of the library has changed.
  case settingsChanged
  /// The available products or their prices have changed.
  case purchasesChanged
}
