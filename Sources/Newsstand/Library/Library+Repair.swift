extension Library {
  /// Puts single records that cannot be read aside, into the table `damaged`, so that the others can be
  /// used. That of an installed issue is made again of the description in its folder.
  ///
  /// Throws as `open`.
  func repairRecords() async throws(NewsstandError) {
    let lost = try await write { database throws(NewsstandError) in
      try database.setAsideUnreadable(at: currentTime())
    }
    guard !lost.isEmpty else { return }
    let found = LibraryRecovery(folder).installed().filter {
      lost.issues.contains($0.issue.id.text)
    }
    try await adopt(found)
    let again = Set(found.map(\.issue.id.text))
    let issues = lost.issues.map { id in
      LibraryFinding(
        kind: .damagedRecords, id: IssueID(known: id),
        message: "the record of the issue \(printable(id)) could not be read: "
          + (again.contains(id)
            ? "it was made again of the installed issue"
            : "it was put aside, download the issue again"),
        isRepaired: true)
    }
    let updates = lost.updates.map { id in
      LibraryFinding(
        kind: .damagedRecords, id: IssueID(known: id),
        message: "the record of new content for the issue \(printable(id)) could not be read: "
          + "it was put aside, update the issue again",
        isRepaired: true)
    }
    repairedRecords = issues + updates
  }
}
