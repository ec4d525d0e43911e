/// A list of offered issues: the part of a store that the newsstand needs.
public protocol IssueOffering: Sendable {
  /// The newest first; those last known if the network is away.
  func issues() async -> [Issue]

  /// One of them; nil where it is not offered.
  func issue(withID id: IssueID) async -> Issue?

  /// Refreshes the list. Throws the reason why it cannot; the list stays as it was.
  func refresh() async throws(NewsstandError)

  /// The issues from parts of the list that could not be read at an earlier time, and the parts that
  /// still cannot be read, by the last successful refresh.
  ///
  /// - Parameter unread: The URLs of the parts; the empty text stands for the whole list.
  func lateIssues(unread: Set<String>) async -> LateIssues

  /// The state of the store.
  func facts() async -> StoreFacts

  /// The bytes of an issue's cover as offered; nil if it is not available.
  func cover(of issue: Issue) async -> [UInt8]?

  /// True if the list is no longer fresh.
  func isDue() async -> Bool

  /// The picture of a preview. Throws as fetching does, and `badContent` if it is not one.
  func preview(_ asset: IssueAsset) async throws(NewsstandError) -> CoverImage
}

extension IssueOffering {
  public func isDue() async -> Bool { true }

  /// The list has one part.
  public func lateIssues(unread: Set<String>) async -> LateIssues {
    guard !unread.isEmpty else { return LateIssues(issues: [], unread: []) }
    return LateIssues(issues: await issues(), unread: [])
  }

  public func preview(_ asset: IssueAsset) async throws(NewsstandError) -> CoverImage {
    throw NewsstandError(.notFound, "the store has no previews")
  }
}

extension Store: IssueOffering {}
