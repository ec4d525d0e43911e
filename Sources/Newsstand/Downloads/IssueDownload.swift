import Glibc
import RectoPageModel

/// Downloads the files of one issue, one after the other. All of it blocks.
struct IssueDownload {
  let assets: [IssueAsset]
  let id: IssueID
  let folder: String
  let namedBy: FetchURL?
  let pass: ContentPass?
  let progress: @Sendable (DownloadProgress) -> Void

  /// All files, whole and verified, in their order.
  func run(_ transfer: Transfer) throws(NewsstandError) -> [DownloadedFile] {
    let entry = try DownloadEntry(id, in: folder)
    let meter = ProgressMeter(assets.map(\.size), progress)
    var files: [DownloadedFile] = []
    for (index, asset) in assets.enumerated() {
      if let file = try Self.finished(asset, in: entry, transfer.cancellation) {
        meter.set(index, received: file.bytes, total: file.bytes)
        files.append(file)
        continue
      }
      let download = try AssetDownload(
        asset, index: index, in: entry, namedBy: namedBy, pass: pass, transfer, meter)
      files.append(try download.run())
    }
    try entry.removeAll(but: assets)
    try synchronizeFolder(folder)
    return files
  }

  /// The files of an earlier download, if they are unchanged.
  private static func finished(
    _ asset: IssueAsset, in entry: borrowing DownloadEntry, _ cancellation: CancellationToken
  ) throws(NewsstandError) -> DownloadedFile? {
    let path = entry.file(asset)
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    if let journal = DownloadJournal.read(AssetDownload.journal(path)), let total = journal.total,
      let digest = journal.sha256, total == status.st_size
    {
      let file = try PartFile(path)
      if try file.keep(total, cancellation), file.digest == digest {
        return DownloadedFile(
          path: path, bytes: total, sha256: digest, mediaType: journal.mediaType)
      }
    }
    try onDisk(path) { unlink(path) }
    return nil
  }
}
