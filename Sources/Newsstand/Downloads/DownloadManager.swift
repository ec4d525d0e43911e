import RectoPageModel

/// Downloads the files of a limited number of issues at once to a folder, and resumes downloads
/// after a stop, a crash or a power cut.
///
/// Only this type may use the folder. Several instances, in several processes, may share a folder:
/// no two download the same issue.
public final class DownloadManager: Sendable {
  private let folder: String
  private let policy: FetchPolicy
  let pool: TransferPool

  /// - Parameters:
  ///   - folder: Made with the first download.
  ///   - atOnce: Issues; the others wait.
  public init(folder: String, policy: FetchPolicy = FetchPolicy(), atOnce: Int = 2) {
    self.folder = absolutePath(folder)
    self.policy = policy
    pool = TransferPool(atOnce: atOnce)
  }

  /// Downloads all files of an issue, and gives them in the order of `assets` when all are here and
  /// each has the length and digest that are promised for it. Files that are complete are not
  /// fetched again.
  ///
  /// Cancelling the task ends the download. However it ends, the received part is kept, and the next
  /// call with the same assets resumes it, unless it is `corrupt`.
  ///
  /// Throws all codes that `Fetching.fetch` does, `corrupt`, `noSpace`, `cannotWrite`, and `notNow`
  /// where the issue is being downloaded already, here or by another process.
  ///
  /// - Parameters:
  ///   - namedBy: The URL of the catalog that the assets are of; nil where a person named them. See
  ///     `FetchPolicy`.
  ///   - pass: The proof of a purchase, which servers of paid content want.
  ///   - progress: Called on a thread of the download, ten times a second at most.
  public func download(
    _ assets: [IssueAsset], for id: IssueID, priority: DownloadPriority = .normal,
    namedBy: String? = nil, pass: ContentPass? = nil,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws(NewsstandError) -> [DownloadedFile] {
    let catalog: FetchURL? = if let namedBy { try FetchURL(namedBy) } else { nil }
    let download = IssueDownload(
      assets: assets, id: id, folder: folder, namedBy: catalog, pass: pass, progress: progress)
    let policy = policy
    return try await pool.run(urgency: priority.rawValue) {
      session, cancellation throws(NewsstandError) in
      try download.run(Transfer(session: session, policy: policy, cancellation: cancellation))
    }
  }

  /// The downloaded part of an issue; nil if there is none.
  public func progress(of assets: [IssueAsset], for id: IssueID) -> DownloadProgress? {
    let entry = DownloadEntry.path(id, in: folder)
    let journals = assets.map {
      DownloadJournal.read(AssetDownload.journal(DownloadEntry.file($0, in: entry)))
    }
    let received = journals.reduce(0) { $0 + ($1?.received ?? 0) }
    guard received > 0 else { return nil }
    let totals = zip(assets, journals).map { $1?.total ?? $0.size }
    return DownloadProgress(
      received: received, total: totals.contains(nil) ? nil : totals.reduce(0) { $0 + ($1 ?? 0) })
  }

  /// Removes an issue's files, partial or whole; does nothing if there are none.
  ///
  /// Throws `notNow` if it is being downloaded, `cannotWrite`.
  public func discard(_ id: IssueID) throws(NewsstandError) {
    let path = DownloadEntry.path(id, in: folder)
    guard isFolder(path) else { return }
    try DownloadEntry(id, in: folder).remove()
  }
}
