/// An issue as a shelf shows it: what a store offers, with what the library knows of it.
public struct ShelfIssue: Sendable, Hashable, Identifiable {
  public var id: IssueID { issue.id }
  public let issue: Issue
  /// The URL of the catalog that it is from; nil where that was removed.
  public let store: String?
  public let state: IssueState
  /// Installed and not read yet, or published since its store was added and not fetched yet.
  public let isNew: Bool
  /// The library's record; nil for an issue that was never wanted.
  public let record: IssueRecord?
  /// The price of the shop, else of the catalog; nil if neither states one.
  public let price: String?
  /// The possible actions of a person, the most likely first.
  public let actions: [IssueAction]

  init(
    _ issue: Issue, store: String?, record: IssueRecord?, addedStore: Double? = nil,
    progress: DownloadProgress?,
    entitlements: Entitlements, hasShop: Bool
  ) {
    self.issue = issue
    self.store = store
    self.record = record
    var state = record?.state ?? .notDownloaded
    if let progress, state.kind == .queued || state.kind == .downloading {
      state = .downloading(progress)
    }
    self.state = state
    let isOut = addedStore.flatMap { issue.date?.isAfter($0) } ?? false
    isNew = record?.isNew ?? isOut
    price = issue.productID.flatMap { entitlements.prices[$0] } ?? issue.price
    let isOwned = entitlements.cover(issue)
    actions = Self.actions(
      state.kind, mayDownload: isOwned && !issue.content.isEmpty,
      mayBuy: !isOwned && hasShop && issue.productID != nil)
  }

  static func actions(
    _ state: IssueState.Kind, mayDownload: Bool, mayBuy: Bool
  ) -> [IssueAction] {
    switch state {
    case .notDownloaded, .archived, .failed: mayDownload ? [.download] : mayBuy ? [.buy] : []
    case .queued, .downloading, .installing: [.cancel]
    case .downloaded: [.install, .archive]
    case .installed: [.read, .archive]
    }
  }
}
