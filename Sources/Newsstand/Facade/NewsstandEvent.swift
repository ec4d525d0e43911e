/// Something that whoever shows a newsstand should show.
public enum NewsstandEvent: Sendable, Hashable {
  /// An issue has another state, or is further on.
  case issueChanged(IssueID, IssueState)
  /// An issue is no longer new.
  case issueRead(IssueID)
  /// A store was asked: it may offer other issues.
  case storeChanged(String)
  /// A store was asked in vain, and why.
  case storeFailed(String, NewsstandError)
  /// The icon is another one.
  case iconChanged
  /// What may be had, or its price, is not what it was.
  case purchasesChanged
}
