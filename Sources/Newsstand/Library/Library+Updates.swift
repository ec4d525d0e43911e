import Glibc
import RectoPageModel

extension Library {
  /// Remembers that an installed issue is to get new content, so that its downloaded part is kept.
  func noteUpdate(_ issue: Issue) async throws(NewsstandError) {
    try await write { database throws(NewsstandError) in
      guard try database.known(issue.id).state == .installed else {
        throw NewsstandError(
          .notNow, "the issue \(printable(issue.id.text)) is not installed: download it")
      }
      try database.putUpdate(issue)
    }
  }

  func forgetUpdate(of id: IssueID) async throws(NewsstandError) {
    try await write { database throws(NewsstandError) in try database.removeUpdate(of: id) }
  }

  /// Puts staged content in the place of an installed issue's. When it was read stays.
  ///
  /// The old folder goes aside, the new one gets its name, and one transaction makes it the issue's.
  /// An interruption before that leaves the old content, which the next start puts back.
  func replace(_ staged: StagedIssue, at time: Double) async throws(NewsstandError) {
    let id = staged.contents.issue.id
    let (place, aside) = (folder.folder(of: id), folder.replaced(of: id))
    try DurableFiles.remove(aside)
    try DurableFiles.move(place, to: aside)
    do throws(NewsstandError) {
      try DurableFiles.move(staged.folder, to: place)
      try DurableFiles.sync(folder: folder.issues)
      try DurableFiles.sync(folder: folder.staging)
      try await write { database throws(NewsstandError) in
        var record = try database.known(id)
        guard record.state == .installed else {
          throw NewsstandError(.notNow, "the issue \(printable(id.text)) was archived meanwhile")
        }
        record.issue = staged.contents.issue
        record.store = staged.contents.store ?? record.store
        record.files = staged.contents.files
        record.pageCount = staged.contents.pageCount
        record.times.installed = time
        try database.put(record)
        try database.putTexts(staged.texts, of: id)
        try database.removeUpdate(of: id)
      }
    } catch {
      if access(place, F_OK) == 0 { try? DurableFiles.move(place, to: staged.folder) }
      try? DurableFiles.move(aside, to: place)
      throw error
    }
    // Remaining files are garbage, and are removed at the next start.
    try? DurableFiles.remove(aside)
  }

  /// Ends replacements that were interrupted: with the content that the record has. If the record
  /// cannot be read, nothing is changed.
  func settleReplacements(except damaged: DamagedRecords) async throws(NewsstandError) {
    let names = allNames(inFolder: folder.staging).filter {
      $0.hasSuffix(LibraryFolder.replacedEnd)
    }
    guard !names.isEmpty else { return }
    let installed = try await issues(except: damaged).filter { $0.state == .installed }
    for name in names {
      let digest = name.dropLast(LibraryFolder.replacedEnd.utf8.count)
      guard let record = installed.first(where: { $0.id.digest == digest }) else { continue }
      let (place, aside) = (folder.folder(of: record.id), "\(folder.staging)/\(name)")
      let contents = try? InstalledIssue(path: "\(place)/\(InstalledIssue.fileName)")
      if contents?.files == record.files { continue }
      let old = try? InstalledIssue(path: "\(aside)/\(InstalledIssue.fileName)")
      guard old?.files == record.files else { continue }
      try DurableFiles.remove(place)
      try DurableFiles.move(aside, to: place)
      try DurableFiles.sync(folder: folder.issues)
    }
  }
}
