/// An event for programs that show a newsstand.
public enum NewsstandEvent: Sendable, Hashable {
  /// An issue has another state, or is further on.
  case issueChanged(IssueID, IssueState)
  /// An issue is no longer new.
  case issueRead(IssueID)
  /// A store was asked: it may offer other issues.
  case storeChanged(String)
  /// A request to a store failed, with the error.
  case storeFailed(String, NewsstandError)
  /// A reader's browser was not told of an issue, with the error.
  case pushFailed(NewsstandError)
  /// The icon is another one.
  case iconChanged
  /// A setting of the library is another one.
  case settingsChanged
  /// The available products or their prices have changed.
  case purchasesChanged
}
