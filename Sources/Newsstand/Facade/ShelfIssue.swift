/// An issue as a shelf shows it: a store's offer, with the library's record of it.
public struct ShelfIssue: Sendable, Hashable, Identifiable {
  public var id: IssueID { issue.id }
  public let issue: Issue
  /// The URL of the catalog that offers it; nil if that was removed.
  public let store: String?
  public let state: IssueState
  /// True if it is installed and unread, or was published after its store was added and is not
  /// downloaded yet.
  public let isNew: Bool
  /// The library's record; nil for an issue that was never downloaded or bought.
  public let record: IssueRecord?
  public let access: IssueAccess
  /// The price of the shop, else of the catalog, until it is paid; nil if neither states one.
  public let price: String?
  /// New content of an installed issue; nil if it is what the catalog has.
  public let update: IssueUpdate?
  /// The possible actions of a person, the most likely first.
  public let actions: [IssueAction]

  init(
    _ issue: Issue, store: String?, record: IssueRecord?, addedStore: Double? = nil,
    progress: DownloadProgress?, access: IssueAccess, shopPrice: String?, update: IssueUpdate?
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
    self.access = access
    price = access.isOwned ? nil : shopPrice ?? issue.price
    let mayDownload = access.isOwned && !issue.content.isEmpty
    var actions = Self.actions(
      state.kind, mayDownload: mayDownload, mayBuy: access == .price)
    let isOther = record?.isOther(than: issue) ?? false
    if state.kind == .installed, isOther {
      self.update = update ?? .available
      if case .downloading = self.update {
        actions.insert(.cancel, at: 1)
      } else if mayDownload {
        actions.insert(.update, at: 1)
      }
    } else {
      self.update = nil
    }
    self.actions = actions
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
