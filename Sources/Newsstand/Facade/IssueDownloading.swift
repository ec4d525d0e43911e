/// Gets the files of issues: the part of downloads that the newsstand needs.
public protocol IssueDownloading: Sendable {
  /// Returns when all of them are here and verified, in the order of the assets. Files that are here
  /// already are not fetched again. Cancelling the task stops the download and keeps the received part.
  ///
  /// - Parameters:
  ///   - namedBy: The URL of the catalog that the assets are of.
  ///   - pass: The proof of a purchase for the servers of paid content.
  func download(
    _ assets: [IssueAsset], for id: IssueID, priority: DownloadPriority, namedBy: String?,
    pass: ContentPass?,
    progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws(NewsstandError) -> [DownloadedFile]

  /// Removes partial and whole files.
  func discard(_ id: IssueID) async throws(NewsstandError)
}

extension DownloadManager: IssueDownloading {}
