import Glibc
import RectoJSON
import RectoPageModel
import RectoPipeline

/// Compares a library's records with its files, and puts right what differs.
struct LibraryVerification: Sendable {
  let library: Library
  let installer: Installer
  let isRepairing: Bool
  /// The issues whose records cannot be read. The others are verified.
  let damaged: DamagedRecords

  /// Reads the content of all installed issues. Throws what keeps it from going on, such as
  /// `cannotWrite` or `cancelled`.
  func findings() async throws(NewsstandError) -> [LibraryFinding] {
    var findings = isRepairing ? library.repairedRecords : []
    if try await !library.read({ database throws(NewsstandError) in try database.isSound() }) {
      findings.append(
        finding(
          .damagedRecords, nil,
          "the library's records are damaged: stop the programs that use the library and run recto library verify --repair",
          false))
    }
    findings += unreadableRecords()
    findings += try await orphans()
    findings += try await index()
    for record in try await library.issues(except: damaged) where record.state == .installed {
      if Task.isCancelled { throw NewsstandError(.cancelled, "verifying was cancelled") }
      if let content = try await content(of: record) {
        findings.append(content)
      } else {
        findings += try await extras(of: record)
      }
    }
    return findings
  }

  private func finding(
    _ kind: LibraryFinding.Kind, _ id: IssueID?, _ message: String, _ isRepaired: Bool
  ) -> LibraryFinding {
    LibraryFinding(kind: kind, id: id, message: message, isRepaired: isRepaired)
  }

  /// The findings of `damaged`, which only opening a library can repair.
  private func unreadableRecords() -> [LibraryFinding] {
    func unreadable(_ record: String, _ id: String) -> LibraryFinding {
      finding(
        .damagedRecords, IssueID(known: id),
        "the record of \(record) \(printable(id)) in \(library.folder.database) cannot be read: "
          + "run recto library verify --repair",
        false)
    }
    return damaged.issues.map { unreadable("the issue", $0) }
      + damaged.updates.map { unreadable("new content for the issue", $0) }
  }

  private func orphans() async throws(NewsstandError) -> [LibraryFinding] {
    var findings: [LibraryFinding] = []
    for path in try await library.orphans(except: damaged) {
      if isRepairing { try DurableFiles.remove(path) }
      findings.append(
        finding(
          .orphan, nil, "\(path) belongs to no issue\(isRepairing ? ": it was removed" : "")",
          isRepairing))
    }
    return findings
  }

  /// SQLite compares an index with its texts in a database only that can be changed.
  private func index() async throws(NewsstandError) -> [LibraryFinding] {
    guard library.isWritable else { return [] }
    do throws(NewsstandError) {
      try await library.write { database throws(NewsstandError) in try database.checkTexts() }
      return []
    } catch {
      guard error.code == .badLibrary else { throw error }
      if isRepairing {
        try await library.write { database throws(NewsstandError) in try database.rebuildTexts() }
      }
      return [
        finding(
          .missingIndex, nil,
          "the search index does not match the texts\(isRepairing ? ": it was rebuilt" : "")",
          isRepairing
        )
      ]
    }
  }

  /// Content that differs from the installed one can be repaired only by another download.
  private func content(of record: IssueRecord) async throws(NewsstandError) -> LibraryFinding? {
    let place = library.folder.folder(of: record.id)
    let name = printable(record.issue.title)
    var kind: LibraryFinding.Kind?
    var sentence = ""
    for file in record.files {
      guard let found = DurableFiles.digest("\(place)/\(file.name)") else {
        (kind, sentence) = (.missingContent, "the file \(file.name) of \(name) is not there")
        break
      }
      guard found == (file.size, file.sha256) else {
        (kind, sentence) = (
          .changedContent, "the file \(file.name) of \(name) has changed since it was installed"
        )
        break
      }
    }
    guard let kind else { return nil }
    if isRepairing { _ = try await library.archive(record.id) }
    let advice = isRepairing ? "the issue was archived, download it again" : "repair the library"
    return finding(kind, record.id, "\(sentence): \(advice)", isRepairing)
  }

  /// Checks the files that are made from the content, and can be made again.
  private func extras(of record: IssueRecord) async throws(NewsstandError) -> [LibraryFinding] {
    let id = record.id
    let place = library.folder.folder(of: id)
    let name = printable(record.issue.title)
    let hasContents = (try? InstalledIssue(path: "\(place)/\(InstalledIssue.fileName)")) != nil
    let hasPictures =
      access("\(place)/\(InstalledIssue.cover)", R_OK) == 0
      && access("\(place)/\(InstalledIssue.thumbnails)", R_OK) == 0
    let indexed = try await library.read { database throws(NewsstandError) in
      try database.indexedPages(of: id)
    }
    let lacksPictures = !hasContents || !hasPictures
    let lacksIndex = indexed != record.pageCount
    guard lacksPictures || lacksIndex else { return [] }
    if isRepairing {
      let open = try await installer.publication(
        at: "\(place)/\(record.files[0].name)", of: record.issue)
      if lacksPictures { try await makeExtras(of: record, open, in: place) }
      if lacksIndex {
        let texts = try await installer.texts(of: open)
        try await library.write { database throws(NewsstandError) in
          try database.putTexts(texts, of: id)
        }
      }
    }
    let end = isRepairing ? ": made again" : ": repair the library"
    var findings: [LibraryFinding] = []
    if lacksPictures {
      findings.append(
        finding(
          .missingPictures, id, "pictures or the table of contents of \(name) are not there\(end)",
          isRepairing))
    }
    if lacksIndex {
      findings.append(
        finding(
          .missingIndex, id,
          "\(indexed) of \(record.pageCount ?? 0) pages of \(name) are in the index\(end)",
          isRepairing))
    }
    return findings
  }

  private func makeExtras(
    of record: IssueRecord, _ open: OpenPublication, in place: String
  ) async throws(NewsstandError) {
    for name in [InstalledIssue.cover, InstalledIssue.fileName] {
      try DurableFiles.remove("\(place)/\(name)")
    }
    try await installer.makePictures(of: open, record.issue, cover: nil, in: place)
    let notes = try await library.reader.storeNotes()
    let contents = try await installer.contents(
      of: open, record.issue, store: record.store,
      key: record.store.flatMap { notes[$0]?.key }, files: record.files,
      installed: record.times.installed ?? currentTime())
    try DurableFiles.write(
      JSONWriter.bytes(of: contents, isExact: true), to: "\(place)/\(InstalledIssue.fileName)")
    try DurableFiles.sync(folder: place)
  }
}
