/// The result of publishing.
public struct PublishReport: Sendable, Hashable {
  /// The issues in the feeds, the newest first, with the URLs of `catalog.json`.
  public var issues: [Issue] = []
  /// The catalog's title.
  public var title: String?
  public var added: [IssueID] = []
  public var changed: [IssueID] = []
  public var removed: [IssueID] = []
  /// A sentence for each publication that is not in the feeds, or is there as it was before.
  public var problems: [String] = []
  /// The feeds that were written, by name; the others are as they were.
  public var writtenFeeds: [String] = []
  /// Content that was removed, by name.
  public var removedContent: [String] = []
}
