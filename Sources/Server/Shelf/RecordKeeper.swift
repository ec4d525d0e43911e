import PageModel
import Pipeline
import Synchronization

/// Makes the records of items, each once a version, and keeps them.
final class RecordKeeper: Sendable {
  private struct Kept {
    let version: String
    let result: Result<PublicationRecord, PageError>
  }

  private let opened: OpenShelf
  private let kinds: SourceKinds
  private let kept = Mutex<[String: Kept]>([:])
  private let work = SharedWork<ShelfItem, PublicationRecord>()

  /// More than any shelf has items.
  private static let capacity = ShelfScan.maximumItems

  init(_ opened: OpenShelf, kinds: SourceKinds) {
    self.opened = opened
    self.kinds = kinds
  }

  /// A record that was made already.
  func known(_ item: ShelfItem) -> PublicationRecord? {
    try? kept.withLock { $0[item.id] }.flatMap { $0.version == item.version ? $0.result : nil }?
      .get()
  }

  func record(_ item: ShelfItem) async throws(PageError) -> PublicationRecord {
    if let kept = kept.withLock({ $0[item.id] }), kept.version == item.version {
      return try kept.result.get()
    }
    return try await work.value(for: item) { [self] () async throws(PageError) in
      do throws(PageError) {
        let record = try await make(item)
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
    let made = Mutex<[Int: Result<PublicationRecord, PageError>]>([:])
    let (done, sink) = AsyncStream.makeStream(of: Void.self)
    // Not children of this task: they go on when the time is over.
    for (index, item) in items.enumerated() {
      Task.detached { [self] in
        let result: Result<PublicationRecord, PageError>
        do throws(PageError) {
          result = .success(try await record(item))
        } catch {
          result = .failure(error)
        }
        made.withLock { $0[index] = result }
        sink.yield()
      }
    }
    let timer = Task {
      try? await Task.sleep(for: limit)
      sink.finish()
    }
    var count = 0
    if !items.isEmpty {
      for await _ in done {
        count += 1
        if count == items.count { break }
      }
    }
    timer.cancel()
    return made.withLock { made in items.indices.map { made[$0] } }
  }

  private func make(_ item: ShelfItem) async throws(PageError) -> PublicationRecord {
    let publication = try await opened.glance(at: item)
    let info = try await publication.info
    let first = try? await publication.facts(ofPage: 0, .export)
    return PublicationRecord(
      item: item, info: info, pageCount: publication.pageCount, firstPage: first,
      mediaType: kinds.mediaType(of: item))
  }

  private func keep(_ result: Result<PublicationRecord, PageError>, _ item: ShelfItem) {
    kept.withLock { kept in
      if kept.count >= Self.capacity { kept.removeAll() }
      kept[item.id] = Kept(version: item.version, result: result)
    }
  }
}
