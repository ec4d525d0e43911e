/// A list of issues that somebody offers: what the newsstand needs of a store.
public protocol IssueOffering: Sendable {
  /// The newest first; what was last known where the network is away.
  func issues() async -> [Issue]

  /// One of them; nil where it is not offered.
  func issue(withID id: IssueID) async -> Issue?

  /// Asks again what there is. Throws why that is not known; what was known stays.
  func refresh() async throws(NewsstandError)

  /// How it stands.
  func facts() async -> StoreFacts

  /// The bytes of an issue's cover as they are offered; nil where there is none to be had.
  func cover(of issue: Issue) async -> [UInt8]?
}

extension Store: IssueOffering {}
