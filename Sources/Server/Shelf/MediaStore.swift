import RectoHTTP
import RectoPageModel
import Synchronization

/// Keeps the sounds and films that were requested last, each in a file without a name, since
/// players request a film in many parts.
final class MediaStore: Sendable {
  /// A sound or film as it is sent.
  struct Medium: Sendable {
    let type: String
    let file: FileRegion
  }

  private struct State {
    var media: [EntityTag: Medium] = [:]
    /// The most recently used one is at the end.
    var order: [EntityTag] = []

    var byteCount: Int { media.values.reduce(0) { $0 + $1.file.count } }
  }

  /// The maximum number of media that are read at once, since each is in memory meanwhile.
  private static let readAtOnce = 2

  private let scheduler: WorkScheduler
  /// Limits how many are read at once.
  let reading: WorkScheduler
  private let capacity: Int
  private let state = Mutex(State())
  private let work = SharedWork<EntityTag, Medium>()

  /// `capacity` is in bytes on the disk, and should exceed the largest medium that is read
  /// (`Limits.mediaBytes`).
  init(
    _ scheduler: WorkScheduler, _ limits: ServerLimits, capacity: Int = 256 << 20,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.scheduler = scheduler
    self.capacity = capacity
    reading = WorkScheduler(
      .plain(Self.readAtOnce, waiting: limits.workWaiting),
      queueTimeout: .seconds(limits.waitingSeconds), now: now)
  }

  /// The medium of a tag; nil if it is not kept.
  subscript(_ tag: EntityTag) -> Medium? {
    state.withLock { state in
      guard let medium = state.media[tag] else { return nil }
      state.order.removeAll { $0 == tag }
      state.order.append(tag)
      return medium
    }
  }

  /// The medium of a tag; `read` returns its bytes if it is not kept. It waits for its turn itself:
  /// do not call it under `WorkScheduler.run`.
  ///
  /// Rethrows the errors of `read`; throws `busy` and `cannotWrite`.
  func medium(
    _ tag: EntityTag, type: String,
    read: @escaping @Sendable () async throws(PageError) -> [UInt8]
  ) async throws(PageError) -> Medium {
    try await work.value(for: tag) { [self] () async throws(PageError) in
      if let known = self[tag] { return known }
      return try await reading.run { () async throws(PageError) in
        let bytes = try await scheduler.run(.visible, .page, read)
        do throws(HTTPError) {
          let medium = Medium(
            type: type, file: try FileRegion(nameless: bytes, in: temporaryFolder))
          keep(medium, tag)
          return medium
        } catch {
          throw PageError(.cannotWrite, error.message)
        }
      }
    }
  }

  /// A file that is being sent stays open until it is sent, even if it is dropped here.
  private func keep(_ medium: Medium, _ tag: EntityTag) {
    guard medium.file.count <= capacity else { return }
    state.withLock { state in
      state.media[tag] = medium
      state.order.removeAll { $0 == tag }
      state.order.append(tag)
      while state.byteCount > capacity {
        state.media[state.order.removeFirst()] = nil
      }
    }
  }
}
