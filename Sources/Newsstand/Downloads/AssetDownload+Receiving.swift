import Glibc

extension AssetDownload: AnswerReceiver {
  /// Between two points that a power cut cannot take back.
  private static var bytesBetweenCheckpoints: Int { 16 << 20 }

  /// Decides whether the answer continues the partial file, or starts over.
  func begin(_ head: AnswerHead, from url: FetchURL) throws(TransferFailure) {
    if let askedFrom, head.status == 206 || head.status == 416 {
      guard head.status == 206, let total = continued(head, at: askedFrom) else {
        throw TransferFailure(
          error: NewsstandError(
            .badAnswer, "\(url.shown) cannot be resumed: the server sends a different part"),
          wantsNewStart: true)
      }
      try check(head, url)
      try onDisk { () throws(NewsstandError) in try expectRest(of: total) }
      isOfSeveral = true
      hadEnd = false
      return
    }
    if let failure = head.failure(for: url) { throw failure }
    guard head.status == 200 || head.status == 203 else {
      throw bad(url, "returned the unexpected status \(head.status)")
    }
    try check(head, url)
    try start(head, url)
  }

  /// The length of the whole, if the answer is the rest of the partial file; 0 if it is unknown.
  private func continued(_ head: AnswerHead, at start: Int) -> Int? {
    guard let range = head.headers["Content-Range"].flatMap(ContentRange.init),
      range.first == start,
      journal.total == nil || range.total == nil
        || range.total == journal.total,
      head.contentLength == nil || head.contentLength == range.last - range.first + 1
    else { return nil }
    if let validator = journal.validator {
      let isTag = validator.hasPrefix("\"")
      // If it is missing, the promised digest decides.
      let found = isTag ? head.headers["ETag"] : head.headers["Last-Modified"]
      guard found == validator || found == nil && asset.sha256 != nil else { return nil }
    }
    if journal.total == nil { journal.total = range.total }
    return journal.total ?? 0
  }

  /// Checks the parts of an answer that do not depend on its range.
  private func check(_ head: AnswerHead, _ url: FetchURL) throws(TransferFailure) {
    guard head.headers["Content-Encoding"].map({ $0.lowercased() == "identity" }) ?? true else {
      throw bad(url, "comes compressed, although it was requested uncompressed")
    }
    // Without a type in the catalog, a network's sign-in page would be mistaken for the issue.
    guard !head.isHTML || asset.mediaType.map(Self.isHTML) ?? (asset.sha256 != nil) else {
      throw bad(
        url,
        "is a web page: the network may want you to sign in first, or the publication has moved")
    }
    guard head.contentLength != 0 || asset.size == 0 else { throw bad(url, "comes empty") }
  }

  private func start(_ head: AnswerHead, _ url: FetchURL) throws(TransferFailure) {
    let isPromised = asset.size != nil || asset.sha256 != nil
    guard isPromised || head.hasKnownEnd else {
      throw bad(url, "comes without a length, so it may be incomplete")
    }
    if let length = head.contentLength, let size = asset.size, length != size {
      throw TransferFailure(
        error: NewsstandError(
          .corrupt, "\(url.shown) has \(length) bytes instead of the \(size) that are promised"))
    }
    let total = head.contentLength ?? asset.size
    guard total ?? 0 <= transfer.policy.mostBytes else { throw tooLong(url) }
    try onDisk { () throws(NewsstandError) in
      try part.empty()
      try expectRest(of: total ?? 0)
      journal = DownloadJournal()
      journal.validator = head.strongValidator
      journal.total = total
      journal.mediaType = head.mediaType
      // Before the first byte, so that bytes are never mistaken for those of an earlier answer.
      try journal.save(Self.journal(path))
    }
    isOfSeveral = false
    hadEnd = head.contentLength == nil && head.hasKnownEnd
    meter.set(index, received: 0, total: total)
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(TransferFailure) {
    guard part.count + bytes.count <= journal.total ?? .max else {
      throw corrupt("has more bytes than the \(journal.total ?? 0) that are promised")
    }
    guard part.count + bytes.count <= transfer.policy.mostBytes else {
      throw tooLong(request.url)
    }
    try onDisk { () throws(NewsstandError) in
      try part.append(bytes)
      meter.add(index, bytes.count)
      if part.count - journal.received >= Self.bytesBetweenCheckpoints { try checkpoint() }
    }
  }

  private static func isHTML(_ mediaType: String) -> Bool {
    ["text/html", "application/xhtml+xml"].contains { mediaType.lowercased().hasPrefix($0) }
  }

  func wait() { meter.wait() }

  private func expectRest(of total: Int) throws(NewsstandError) {
    try expectRoom(
      for: max(0, total - part.count), in: folder, sparing: transfer.policy.spareBytes)
  }

  private func onDisk(_ body: () throws(NewsstandError) -> Void) throws(TransferFailure) {
    do throws(NewsstandError) { try body() } catch { throw TransferFailure(error: error) }
  }

  private func bad(_ url: FetchURL, _ why: String) -> TransferFailure {
    TransferFailure(error: NewsstandError(.badAnswer, "\(url.shown) \(why)"))
  }

  private func tooLong(_ url: FetchURL) -> TransferFailure {
    TransferFailure(
      error: NewsstandError(
        .tooLarge,
        "\(url.shown) has more than the \(transfer.policy.mostBytes) bytes that a file may have"))
  }
}
