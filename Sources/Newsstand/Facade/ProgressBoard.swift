import Synchronization

/// The progress of each running download.
final class ProgressBoard: Sendable {
  private let state = Mutex<[IssueID: DownloadProgress]>([:])

  subscript(id: IssueID) -> DownloadProgress? { state.withLock { $0[id] } }

  /// Records progress; returns true if it is the download's first.
  func note(_ progress: DownloadProgress, of id: IssueID) -> Bool {
    state.withLock { $0.updateValue(progress, forKey: id) == nil }
  }

  func forget(_ id: IssueID) {
    state.withLock { _ = $0.removeValue(forKey: id) }
  }
}
