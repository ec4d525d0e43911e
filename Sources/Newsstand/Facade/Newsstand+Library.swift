import RectoPageModel
import RectoPipeline

extension Newsstand {
  /// Removes the content of an issue and keeps its record: it can be downloaded again.
  public func archive(_ id: IssueID) async throws(NewsstandError) {
    guard jobs[id] == nil else {
      throw NewsstandError(
        .notNow, "the issue \(printable(id.text)) is on its way: cancel that before archiving it")
    }
    let record = try await library.archive(id, at: configuration.now())
    try? await downloads.discard(id)
    observers.send(.issueChanged(id, record.state))
    observers.send(.iconChanged)
  }

  /// Opens an installed issue and marks it as read. Throws `notFound`, `notNow`, `badContent`.
  public func open(_ id: IssueID) async throws(NewsstandError) -> OpenPublication {
    guard let record = try await reader.record(id) else {
      throw NewsstandError(.notFound, "the library has no issue \(printable(id.text))")
    }
    let path = try await reader.content(of: id)
    let open = try await installer.publication(at: path, of: record.issue)
    try await markRead(id)
    return open
  }

  /// Marks an issue as read.
  public func markRead(_ id: IssueID) async throws(NewsstandError) {
    _ = try await library.markRead(id, at: configuration.now())
    observers.send(.issueRead(id))
    observers.send(.iconChanged)
  }

  /// Like `LibraryReader.search`.
  public nonisolated func search(
    _ query: String, limit: Int = 50
  ) async throws(NewsstandError) -> [LibraryHit] {
    try await reader.search(query, limit: limit)
  }

  /// Compares records and files, which reads all content, and repairs differences if
  /// `isRepairing` is set. With read-only access, the search index is not compared with the
  /// texts. Single records that cannot be read are findings, and the other issues are verified; with
  /// `NewsstandConfiguration.acceptsDamage` a library with such records can be opened for it.
  ///
  /// Throws `notNow` while something is downloaded or installed, and as `Library.open` if repairs
  /// need access that it does not have.
  public func verify(isRepairing: Bool) async throws(NewsstandError) -> [LibraryFinding] {
    guard jobs.isEmpty else {
      throw NewsstandError(
        .notNow, "issues are on their way: wait for them, or cancel them, before verifying")
    }
    let damaged = try await library.damagedRecords()
    var findings = try await LibraryVerification(
      library: library, installer: installer, isRepairing: isRepairing, damaged: damaged
    ).findings()
    for record in try await interrupted(except: damaged) where record.state == .downloaded {
      findings.append(await finding(ofInterrupted: record, isRepairing: isRepairing))
    }
    if isRepairing, !findings.isEmpty {
      for finding in findings {
        guard let id = finding.id, let record = try? await reader.record(id) else { continue }
        observers.send(.issueChanged(id, record.state))
      }
      observers.send(.iconChanged)
    }
    return findings
  }

  /// An issue that was not installed to its end.
  private func finding(
    ofInterrupted record: IssueRecord, isRepairing: Bool
  ) async -> LibraryFinding {
    var end = "repair the library"
    var isRepaired = false
    if isRepairing {
      do throws(NewsstandError) {
        try await install(record.id)
        (end, isRepaired) = ("it was installed", true)
      } catch {
        end = error.message
      }
    }
    return LibraryFinding(
      kind: .interrupted, id: record.id,
      message: "\(printable(record.issue.title)) is downloaded and not installed: \(end)",
      isRepaired: isRepaired)
  }

  /// The icon as a PNG of `size` pixels on each side; see `NewsstandIcon`. Its cover is that of
  /// the latest issue in the library or in a store.
  public func icon(size: Int) async throws(NewsstandError) -> [UInt8] {
    let issues = try await issues()
    // Covers may be away while the network is.
    let installed = issues.first { $0.state == .installed }
    let pixels = PixelSize(width: max(1, size), height: max(1, size))
    var shown: (issue: ShelfIssue, cover: Bitmap)?
    for issue in [issues.first, installed].compactMap(\.self) where shown == nil {
      shown = await coverPicture(of: issue, in: pixels).map { (issue, $0) }
    }
    do throws(PageError) {
      return try NewsstandIcon(
        cover: shown?.cover, isNew: shown?.issue.isNew ?? false, badge: issues.count { $0.isNew },
        size: size
      ).png()
    } catch {
      throw NewsstandError(.badContent, "the icon cannot be made: \(error.message)")
    }
  }

  /// A cover as pixels, which a worker draws; nil if there is none.
  private func coverPicture(of issue: ShelfIssue, in pixels: PixelSize) async -> Bitmap? {
    if let path = reader.cover(of: issue.id) { return try? await picture(at: path, in: pixels) }
    guard let cover = try? await cover(of: issue.id),
      let folder = try? makeUniqueFolder("\(temporaryFolder)/recto-cover-")
    else { return nil }
    defer { removeTree(folder) }
    let path = "\(folder)/cover.\(cover.mediaType.split(separator: "/").last ?? "bin")"
    guard (try? writeFile(cover.bytes, to: path)) != nil else { return nil }
    return try? await picture(at: path, in: pixels)
  }

  private func picture(at path: String, in pixels: PixelSize) async throws(PageError) -> Bitmap {
    try await recto.open(path).render(page: 0, RenderRequest(scale: .fit(pixels)), .thumbnail)
  }
}
