extension Newsstand {
  /// Replaces the content of an installed issue by that in its catalog, and returns when that is
  /// done. The reading position and notes stay, since the issue keeps its id.
  ///
  /// Throws `notNow` if there is nothing new, and as `download`.
  public func update(_ id: IssueID) async throws(NewsstandError) {
    try await beginUpdate(id)
    try await finish(id)
  }

  /// The same, without waiting for it.
  public func beginUpdate(_ id: IssueID) async throws(NewsstandError) {
    guard jobs[id] == nil else { return }
    let shelved = try await issue(id)
    guard shelved.update != nil, let record = shelved.record else {
      try? await library.forgetUpdate(of: id)
      throw NewsstandError(
        .notNow, "\(printable(shelved.issue.title)) is up to date: the catalog has nothing newer")
    }
    try checkPurchase(of: shelved)
    try await library.noteUpdate(shelved.issue)
    guard !isClosed, jobs[id] == nil else { return }
    updates[id] = .downloading(DownloadProgress())
    jobs[id] = Task { await self.runUpdate(record, to: shelved.issue, of: shelved.store) }
  }

  private func runUpdate(
    _ record: IssueRecord, to issue: Issue, of store: String?
  ) async -> Result<Void, NewsstandError> {
    let id = record.id
    let result: Result<Void, NewsstandError>
    do throws(NewsstandError) {
      var new = record
      (new.issue, new.store) = (issue, store ?? record.store)
      try checkSignature(of: issue, from: new.store, replacing: record)
      let files = try await downloads.download(
        issue.content, for: id, priority: .normal, namedBy: new.store,
        pass: await pass(for: issue, of: new.store)
      ) { [observers] progress in
        Task { await self.noteUpdate(.downloading(progress), of: id) }
        observers.send(.issueChanged(id, .installed))
      }
      let cover = await offeredCover(of: new)
      let time = configuration.now()
      let staged = try await installer.stage(
        issue, store: new.store, key: new.store.flatMap { keys[$0] }, files: files, cover: cover,
        at: time)
      try await library.replace(staged, at: time)
      try? await downloads.discard(id)
      updates[id] = nil
      result = .success(())
    } catch {
      let error = endings[id] ?? error
      try? DurableFiles.remove(library.folder.staging(of: id))
      if !isClosed {
        // A cancelled update does not resume automatically; its bytes stay for the next time.
        try? await library.forgetUpdate(of: id)
        updates[id] = error.code == .cancelled ? nil : .failed(error)
        if error.code == .badContent { try? await downloads.discard(id) }
      }
      result = .failure(error)
    }
    jobs[id] = nil
    endings[id] = nil
    observers.send(.issueChanged(id, .installed))
    observers.send(.iconChanged)
    return result
  }

  private func noteUpdate(_ update: IssueUpdate, of id: IssueID) {
    if jobs[id] != nil, updates[id] != nil { updates[id] = update }
  }
}
