import Glibc

/// Downloads one file: resumes a partial one, retries transient failures, and gives the file its
/// name when it is the promised one. All calls block.
final class AssetDownload {
  let asset: IssueAsset
  let transfer: Transfer
  let folder: String
  let path: String
  let part: PartFile
  let meter: ProgressMeter
  /// The index of the asset in the meter.
  let index: Int
  var journal: DownloadJournal
  /// The start of the requested part; nil if the whole was requested.
  var askedFrom: Int?
  /// True if the partial file came with more than one answer.
  var isOfSeveral: Bool
  /// True if the body of the last answer stated its end.
  var hadEnd = false
  let request: TransferRequest
  private var newStarts = 0

  /// Throws `refused`, `cannotWrite`, `noSpace`, `cancelled`.
  init(
    _ asset: IssueAsset, index: Int, in entry: borrowing DownloadEntry, namedBy: FetchURL?,
    pass: ContentPass?, _ transfer: Transfer, _ meter: ProgressMeter
  ) throws(NewsstandError) {
    self.asset = asset
    self.transfer = transfer
    self.meter = meter
    self.index = index
    folder = entry.path
    path = entry.file(asset)
    let url = try FetchURL(asset.url)
    request = TransferRequest(
      url: url, namedBy: namedBy, secretFields: pass?.fields(for: url.text) ?? [])
    // Content sent by http can be altered on the way.
    guard request.url.scheme != .http || namedBy?.scheme != .https || asset.sha256 != nil else {
      throw NewsstandError(
        .refused,
        "\(request.url.shown) is not encrypted although its catalog is, and the catalog gives no "
          + "digest for it: ask the publisher for https or a digest")
    }
    journal = DownloadJournal.read(Self.journal(path)) ?? DownloadJournal()
    part = try PartFile(Self.part(path))
    isOfSeveral = journal.received > 0
    if try !part.keep(journal.received, transfer.cancellation) { journal = DownloadJournal() }
    meter.set(index, received: part.count, total: journal.total)
  }

  static func part(_ path: String) -> String { "\(path).part" }
  static func journal(_ path: String) -> String { "\(path).json" }

  /// The file, once it is whole and verified. Otherwise throws the reason; the received part stays
  /// for a later download, unless it is `corrupt`.
  func run() throws(NewsstandError) -> DownloadedFile {
    var retries = Retries(transfer.policy)
    var furthest = part.count
    while true {
      do throws(TransferFailure) {
        if !isWhole { try attempt() }
        return try finish()
      } catch {
        let broughtMore = part.count > furthest + transfer.policy.fewestBytes
        furthest = max(furthest, part.count)
        if error.wantsNewStart && newStarts == 0 {
          newStarts += 1
          try restart()
          continue
        }
        guard let wait = retries.wait(after: error, broughtMore: broughtMore) else {
          try leave(after: error.error)
          throw error.error
        }
        try pause(seconds: wait)
      }
    }
  }

  private var isWhole: Bool { part.count > 0 && part.count == journal.total }

  private func attempt() throws(TransferFailure) {
    // Without a validator, the end of a file may not fit its beginning.
    let isSure = journal.validator != nil || asset.sha256 != nil
    askedFrom = part.count > 0 && isSure ? part.count : nil
    var request = request
    request.fields = [("Accept-Encoding", "identity")]
    if let askedFrom {
      request.fields.append(("Range", "bytes=\(askedFrom)-"))
      if let validator = journal.validator { request.fields.append(("If-Range", validator)) }
    }
    try transfer.perform(request, self)
    if journal.total == nil { journal.total = part.count }
    guard part.count == journal.total else {
      throw hadEnd
        ? corrupt("has \(part.count) bytes instead of the \(journal.total ?? 0) that are promised")
        : TransferFailure(
          error: NewsstandError(.unreachable, "\(request.url.shown) was received only in part"),
          isTransient: true)
    }
  }

  /// Verifies the whole and gives it its name.
  private func finish() throws(TransferFailure) -> DownloadedFile {
    let digest = part.digest
    guard asset.size == nil || asset.size == part.count,
      asset.sha256 == nil || asset.sha256?.lowercased() == digest
    else {
      throw corrupt("differs from the catalog in length or SHA-256")
    }
    do throws(NewsstandError) {
      journal.sha256 = digest
      try checkpoint()
      try onDisk(path) { [path] in rename(Self.part(path), path) }
      try synchronizeFolder(folder)
    } catch {
      throw TransferFailure(error: error)
    }
    meter.set(index, received: part.count, total: part.count)
    return DownloadedFile(
      path: path, bytes: part.count, sha256: digest, mediaType: journal.mediaType)
  }

  /// A file put together of several answers may be right when it comes in one.
  func corrupt(_ why: String) -> TransferFailure {
    TransferFailure(
      error: NewsstandError(.corrupt, "\(request.url.shown) \(why)"), wantsNewStart: isOfSeveral)
  }

  /// Ensures that the partial file survives a power cut, and is recorded.
  func checkpoint() throws(NewsstandError) {
    try part.synchronize()
    journal.received = part.count
    try journal.save(Self.journal(path))
  }

  private func restart() throws(NewsstandError) {
    unlink(Self.journal(path))
    journal = DownloadJournal()
    try part.empty()
    meter.set(index, received: 0, total: nil)
  }

  private func leave(after error: NewsstandError) throws(NewsstandError) {
    switch error.code {
    case .corrupt: try restart()
    // After a failed write the content of the disk is unknown: the journal has the reliable length.
    case .cannotWrite: return
    default:
      // The current failure says more than one of saving the part received before it.
      if part.count > journal.received { try? checkpoint() }
    }
  }

  private func pause(seconds: Double) throws(NewsstandError) {
    meter.pause()
    do throws(NewsstandError) {
      try transfer.session.wait(seconds: seconds, transfer.cancellation)
    } catch {
      try leave(after: error)
      throw error
    }
  }
}
