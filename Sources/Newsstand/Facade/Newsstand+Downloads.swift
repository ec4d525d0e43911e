import Synchronization

extension Newsstand {
  /// Downloads an issue, and installs it unless the configuration says otherwise: returns when that
  /// is done. One that is on its way is waited for.
  ///
  /// Throws `needsPurchase`, `notFound`, `notNow` where it is here, and what downloading and
  /// installing throw. Cancelling the task gives up waiting; see `cancel`.
  public func download(
    _ id: IssueID, priority: DownloadPriority = .normal
  ) async throws(NewsstandError) {
    try await begin(id, priority: priority)
    try await finish(id)
  }

  /// The same, without waiting for it.
  public func begin(
    _ id: IssueID, priority: DownloadPriority = .normal
  ) async throws(NewsstandError) {
    guard jobs[id] == nil else { return }
    let shelved = try await issue(id)
    try checkPurchase(of: shelved)
    try checkSignature(of: shelved.issue, from: shelved.store, replacing: shelved.record)
    // It was on its way when the last program ended.
    if let record = shelved.record, record.state == .queued || record.state == .downloaded {
      guard isReplaced(record, by: shelved) else { return start(record, priority) }
      _ = try await library.cancel(id)
      try await downloads.discard(id)
    }
    let record = try await library.queue(
      shelved.issue, store: shelved.store, at: configuration.now())
    observers.send(.issueChanged(id, record.state))
    start(record, priority)
  }

  /// Waits for the work on an issue. Throws its error.
  public func finish(_ id: IssueID) async throws(NewsstandError) {
    guard let job = jobs[id] else { return }
    try await job.value.get()
    await notices[id]?.value
  }

  /// Cancels a download or an installation. The received part is kept for the next time.
  public func cancel(_ id: IssueID) async throws(NewsstandError) {
    if let job = jobs[id] {
      job.cancel()
      _ = await job.value
      return
    }
    let record = try await library.cancel(id)
    observers.send(.issueChanged(id, record.state))
  }

  /// Installs a downloaded issue. Throws `notNow` if it is not downloaded, and `notFound` if neither the
  /// library nor a store has it.
  public func install(_ id: IssueID) async throws(NewsstandError) {
    if jobs[id] == nil {
      guard let record = try await reader.record(id), record.state == .downloaded else {
        _ = try await issue(id)
        throw NewsstandError(.notNow, "the issue \(printable(id.text)) is not downloaded")
      }
      if jobs[id] == nil {
        jobs[id] = Task { await self.run(record, .normal, installs: true) }
      }
    }
    try await finish(id)
  }

  /// Resumes the work that the last program left unfinished.
  public func resume() async throws(NewsstandError) {
    for record in try await interrupted() {
      let shelved = try await issue(record.id)
      if isReplaced(record, by: shelved) {
        try? await begin(record.id)
      } else {
        start(record, .normal)
      }
    }
    for issue in try await reader.updates() { try? await beginUpdate(issue.id) }
  }

  /// The issues whose download or installation the last program left unfinished; `begin`
  /// continues each.
  public func interrupted() async throws(NewsstandError) -> [IssueRecord] {
    try await interrupted(except: DamagedRecords())
  }

  /// The same among the issues whose records can be read.
  func interrupted(
    except damaged: DamagedRecords
  ) async throws(NewsstandError) -> [IssueRecord] {
    try await library.issues(except: damaged).filter { record in
      jobs[record.id] == nil
        && (record.state == .queued
          || record.state == .downloaded && configuration.installsAtOnce)
    }
  }

  /// True if an issue on its way comes from an unsigned store, and a signed one offers it now.
  private func isReplaced(_ record: IssueRecord, by shelved: ShelfIssue) -> Bool {
    record.store != shelved.store && shelved.store.flatMap { keys[$0] } != nil
  }

  private func start(_ record: IssueRecord, _ priority: DownloadPriority) {
    guard !isClosed, jobs[record.id] == nil else { return }
    let installs = configuration.installsAtOnce
    jobs[record.id] = Task { await self.run(record, priority, installs: installs) }
  }

  /// Moves it from queued, or downloaded, to its final state.
  private func run(
    _ record: IssueRecord, _ priority: DownloadPriority, installs: Bool
  ) async -> Result<Void, NewsstandError> {
    let id = record.id
    let result: Result<Void, NewsstandError>
    do throws(NewsstandError) {
      // The last program may have ended before the right to it did.
      if record.state == .queued { try checkPurchase(of: try await issue(id)) }
      let files = try await fetch(record, priority)
      if installs { try await install(record, files) }
      result = .success(())
    } catch {
      let reason = endings[id] ?? error
      await end(id, with: reason)
      result = .failure(reason)
    }
    endings[id] = nil
    progress.forget(id)
    jobs[id] = nil
    if case .success = result, installs, priority == .background { tellReaders(of: record.issue) }
    return result
  }

  private func fetch(
    _ record: IssueRecord, _ priority: DownloadPriority
  ) async throws(NewsstandError) -> [DownloadedFile] {
    let id = record.id
    let isHere = record.state == .downloaded
    try checkSignature(of: record.issue, from: record.store)
    let begun = FirstProgress()
    let files = try await downloads.download(
      record.issue.content, for: id, priority: priority, namedBy: record.store,
      pass: await pass(for: record.issue, of: record.store)
    ) {
      [progress, observers, library] state in
      let isFirst = progress.note(state, of: id)
      if isFirst, !isHere {
        begun.task = Task { _ = try await library.move(id, to: .downloading(state)) }
      }
      observers.send(.issueChanged(id, .downloading(state)))
    }
    guard !isHere else { return files }
    if let task = begun.task {
      _ = await task.result
    } else {
      try await library.move(id, to: .downloading(DownloadProgress()))
    }
    let time = configuration.now()
    try await library.move(id, to: .downloaded) { $0.times.downloaded = time }
    observers.send(.issueChanged(id, .downloaded))
    return files
  }

  private func install(
    _ record: IssueRecord, _ files: [DownloadedFile]
  ) async throws(NewsstandError) {
    let id = record.id
    try await library.move(id, to: .installing)
    observers.send(.issueChanged(id, .installing))
    let cover = await offeredCover(of: record)
    let time = configuration.now()
    let staged = try await installer.stage(
      record.issue, store: record.store, key: record.store.flatMap { keys[$0] }, files: files,
      cover: cover, at: time)
    let installed = try await library.install(staged, at: time)
    try? await downloads.discard(id)
    observers.send(.issueChanged(id, installed.state))
    observers.send(.iconChanged)
  }

  func offeredCover(of record: IssueRecord) async -> [UInt8]? {
    guard record.issue.cover != nil, let url = record.store else { return nil }
    return await (try? store(url))?.cover(of: record.issue)
  }

  /// Leaves an issue as it stands after its job ended early.
  private func end(_ id: IssueID, with error: NewsstandError) async {
    try? DurableFiles.remove(library.folder.staging(of: id))
    // It goes on when the library is opened the next time.
    if isClosed { return }
    guard let record = try? await reader.record(id) else { return }
    let next: IssueState
    let isWhole = record.state == .installing || record.state == .downloaded
    let isUnpaid = error.code == .needsPurchase && !isWhole
    if !isUnpaid, Task.isCancelled || error.code == .cancelled {
      next =
        record.state == .installing
        ? .downloaded : record.times.archived == nil ? .notDownloaded : .archived
      if record.state == .downloaded { return }
    } else {
      next = .failed(error)
      // The bytes are those that were promised: only others can be any better.
      if error.code == .badContent { try? await downloads.discard(id) }
    }
    // If even that fails, the next start repairs it.
    guard (try? await library.move(id, to: next)) != nil else { return }
    observers.send(.issueChanged(id, next))
  }
}

/// Records that a download has begun.
private final class FirstProgress: Sendable {
  private let state = Mutex<Task<Void, any Error>?>(nil)

  var task: Task<Void, any Error>? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
