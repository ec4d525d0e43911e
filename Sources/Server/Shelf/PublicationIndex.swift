import RectoPageModel
import RectoPipeline
import Synchronization

/// Makes the record of each version of an item once, and keeps it.
final class PublicationIndex: Sendable {
  private struct Kept {
    let version: String
    let result: Result<PublicationRecord, PageError>
    /// The end of its validity; nil if it is valid until the version changes.
    let end: ContinuousClock.Instant?

    func counts(for item: ShelfItem, at now: ContinuousClock.Instant) -> Bool {
      version == item.version && end.map { now < $0 } != false
    }
  }

  private struct RecordRequest: Hashable {
    let item: ShelfItem
    let isVisible: Bool
  }

  private struct IndexedResult: Sendable {
    let index: Int
    let result: Result<PublicationRecord, PageError>
  }

  private let opened: OpenShelf
  private let kinds: SourceKinds
  private let now: @Sendable () -> ContinuousClock.Instant
  private let kept = Mutex(BoundedCache<String, Kept>(capacity: capacity))
  private let work = SharedWork<RecordRequest, PublicationRecord>()
  /// Limits how many publications are opened at once for records, since each may start a browser.
  let recordScheduler: WorkScheduler
  /// Makes records ahead of requests, so that searches know titles.
  private let ahead = Mutex<Task<Void, Never>?>(nil)

  /// Twice the items of the largest shelf: `BoundedCache` keeps the most recently used half for
  /// certain.
  private static let capacity = 2 * ShelfScan.maximumItems

  init(
    _ opened: OpenShelf, kinds: SourceKinds,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.opened = opened
    self.kinds = kinds
    self.now = now
    recordScheduler = WorkScheduler(
      .plain(2, waiting: .max), queueTimeout: .seconds(86_400), now: now)
  }

  /// The record, if it was made already.
  func known(_ item: ShelfItem) -> PublicationRecord? {
    try? result(for: item)?.get()
  }

  /// `isVisible` is for a publication that a reader opens: it does not wait for the records of
  /// others.
  func record(
    _ item: ShelfItem, isVisible: Bool
  ) async throws(PageError) -> PublicationRecord {
    if let result = result(for: item) { return try result.get() }
    let request = RecordRequest(item: item, isVisible: isVisible)
    return try await work.value(for: request) { [self] () async throws(PageError) in
      do throws(PageError) {
        let record =
          isVisible
          ? try await make(item, .visible)
          : try await recordScheduler.run(.export) { () async throws(PageError) in
            // Another request may have made it meanwhile.
            if let known = known(item) { return known }
            return try await make(item, .export)
          }
        keep(.success(record), item)
        return record
      } catch {
        if ![.busy, .cancelled].contains(error.code) { keep(.failure(error), item) }
        throw error
      }
    }
  }

  func records(
    _ items: [ShelfItem], within limit: Duration
  ) async -> [Result<PublicationRecord, PageError>?] {
    let (made, sink) = AsyncStream.makeStream(of: IndexedResult.self)
    // Detached, so that they go on after the time limit.
    for (index, item) in items.enumerated() {
      Task.detached { [self] in
        let result: Result<PublicationRecord, PageError>
        do throws(PageError) {
          result = .success(try await record(item, isVisible: false))
        } catch {
          result = .failure(error)
        }
        sink.yield(IndexedResult(index: index, result: result))
      }
    }
    let timer = Task {
      try? await Task.sleep(for: limit)
      sink.finish()
    }
    defer { timer.cancel() }
    var results = [Result<PublicationRecord, PageError>?](repeating: nil, count: items.count)
    var count = 0
    guard !items.isEmpty else { return [] }
    for await one in made {
      results[one.index] = one.result
      count += 1
      if count == items.count { break }
    }
    return results
  }

  /// Makes the records of items one after another while no request waits; does nothing if it is
  /// running already.
  func readAhead(_ items: [ShelfItem]) {
    let unknown = kept.withLock { kept in
      items.filter { kept[$0.id]?.version != $0.version }.prefix(Self.readAheadAtMost)
    }
    guard !unknown.isEmpty else { return }
    ahead.withLock { ahead in
      guard ahead == nil else { return }
      ahead = Task.detached { [weak self] in
        for item in unknown {
          guard let self, !Task.isCancelled else { return }
          await lookAhead(at: item)
        }
        self?.ahead.withLock { $0 = nil }
      }
    }
  }

  /// Makes a record while no request waits for a publication to be opened: laying a book out takes
  /// all processors for seconds. A request interrupts it, except in the last attempt.
  private func lookAhead(at item: ShelfItem) async {
    for attempt in 1...Self.attemptsAhead {
      while opened.isAwaited, !Task.isCancelled { try? await Task.sleep(for: Self.pollInterval) }
      let look = Task { [self] in try await record(item, isVisible: false) }
      let watch = Task { [opened] in
        while attempt < Self.attemptsAhead, !Task.isCancelled {
          if opened.isAwaited { return look.cancel() }
          try? await Task.sleep(for: Self.pollInterval)
        }
      }
      let result = await withTaskCancellationHandler {
        await look.result
      } onCancel: {
        look.cancel()
      }
      watch.cancel()
      guard case .failure(let error) = result, (error as? PageError)?.code == .cancelled,
        !Task.isCancelled
      else { return }
    }
  }

  static let limitsCountFor = Duration.seconds(60)
  private static let attemptsAhead = 3
  private static let pollInterval = Duration.milliseconds(100)

  func stop() { ahead.withLock { $0 }?.cancel() }

  /// The number of items that can be read in minutes; a larger shelf is read on request, or at the
  /// next scan.
  private static let readAheadAtMost = 500

  private func make(
    _ item: ShelfItem, _ priority: RequestOptions.Priority
  ) async throws(PageError) -> PublicationRecord {
    let publication = try await opened.openForMetadata(item, priority)
    let info = try await publication.info
    let first = try? await publication.facts(ofPage: 0, RequestOptions(priority))
    return PublicationRecord(
      item: item, info: info, pageCount: publication.pageCount,
      isPageCountEstimated: publication.isPageCountEstimated,
      isLaidOut: publication.countsByLayout, firstPage: first,
      mediaType: kinds.mediaType(of: item))
  }

  private func result(for item: ShelfItem) -> Result<PublicationRecord, PageError>? {
    guard let kept = kept.withLock({ $0[item.id] }), kept.counts(for: item, at: now()) else {
      return nil
    }
    // A reader's request may have counted the pages meanwhile.
    guard case .success(var record) = kept.result, record.isPageCountEstimated,
      let count = opened.pageCount(of: item)
    else { return kept.result }
    record.pageCount = count
    record.isPageCountEstimated = false
    keep(.success(record), item)
    return .success(record)
  }

  private func keep(_ result: Result<PublicationRecord, PageError>, _ item: ShelfItem) {
    kept.withLock { kept in
      // A publication that exceeds a limit on a busy machine may not exceed it a minute later.
      let isLimit = if case .failure(let error) = result { error.code == .limit } else { false }
      kept[item.id] = Kept(
        version: item.version, result: result,
        end: isLimit ? now() + Self.limitsCountFor : nil)
    }
  }
}
