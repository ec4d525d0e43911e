import RectoPageModel
import RectoWorkers
import Synchronization

/// Runs the requests of one publication on its threads, each of which has its own open copy, at the
/// current task's pace.
///
/// A more urgent request does not interrupt a running one, and so waits for at most one page. A
/// running request is interrupted when it is cancelled.
final class Scheduler: Sendable {
  let queue: RequestQueue

  /// At most `capacity` threads of each pace, and at most `waitingLimit` waiting requests.
  init(_ opening: Opening, capacity: Int, waitingLimit: Int) {
    queue = RequestQueue(opening, capacity: capacity, waitingLimit: waitingLimit)
  }

  deinit { queue.close() }

  /// Runs `body` on a thread when its turn comes.
  ///
  /// Throws `busy` if the queue is full, `cancelled` if the task was cancelled or a newer
  /// request has come for its view, `limit` if it waited longer than its `queueTimeout`, and what
  /// `body` throws.
  func run<Result: Sendable>(
    _ options: RequestOptions,
    _ body: @escaping @Sendable (any Publication) throws(PageError) -> Result
  ) async throws(PageError) -> Result {
    try await request(options) { copy, job throws(PageError) in try copy.perform(job, body) }
  }

  /// The properties of the publication, with the warnings of all threads, each once and in the
  /// order of pages, so that they do not depend on which thread read a page.
  func info() async throws(PageError) -> PublicationInfo {
    var infos: [PublicationInfo] = []
    for thread in queue.threads {
      do throws(PageError) {
        let info = try await request(.visible, on: thread) { copy, _ in copy.currentInfo() }
        infos += info.map { [$0] } ?? []
      } catch  where error.code == .busy {
        // The thread has ended meanwhile.
      }
    }
    if infos.isEmpty { infos = [try await run(.visible) { $0.info }] }
    var seen: Set<PageWarning> = []
    var merged = infos[0]
    let warnings = (infos.flatMap(\.warnings) + queue.warnings).filter { seen.insert($0).inserted }
    let order = warnings.indices.sorted {
      (warnings[$0].page ?? -1, $0) < (warnings[$1].page ?? -1, $1)
    }
    merged.warnings = order.map { warnings[$0] }
    return merged
  }

  /// The version of the backend that opens it.
  func backendVersion() async throws(PageError) -> String {
    try await request(.visible) { copy, job throws(PageError) in try copy.backendVersion(job) }
  }

  private func request<Result: Sendable>(
    _ options: RequestOptions, on thread: RenderThread? = nil,
    _ body: @escaping @Sendable (OpenCopy, Job) throws(PageError) -> Result
  ) async throws(PageError) -> Result {
    guard !Task.isCancelled else { throw .cancelled }
    let ticket = Ticket()
    let outcome = await withTaskCancellationHandler {
      await wait(options, thread, ticket, body)
    } onCancel: {
      if let number = ticket.cancel() { queue.cancel(number) }
    }
    return try outcome.get()
  }

  private func wait<Result: Sendable>(
    _ options: RequestOptions, _ thread: RenderThread?, _ ticket: Ticket,
    _ body: @escaping @Sendable (OpenCopy, Job) throws(PageError) -> Result
  ) async -> Swift.Result<Result, PageError> {
    await withCheckedContinuation { continuation in
      let job = Job(seconds: options.seconds)
      let pace = WorkPace.current
      let request = RequestQueue.Request(options, job, at: pace, thread: thread) { copy in
        continuation.resume(
          returning: Swift.Result { () throws(PageError) in try body(copy, job) })
      } abandon: { error in
        continuation.resume(returning: .failure(error))
      }
      if let number = ticket.fill(queue.add(request)) { queue.cancel(number) }
    }
  }

  /// Passes the number of a request to the task's cancellation, in whichever order the two come.
  private final class Ticket: Sendable {
    private struct State {
      var number: Int?
      var isCancelled = false
    }

    private let state = Mutex(State())

    /// Sets the number. Returns it if the task has been cancelled already.
    func fill(_ number: Int) -> Int? {
      state.withLock { state in
        state.number = number
        return state.isCancelled ? number : nil
      }
    }

    /// Records the cancellation. Returns the number if it is set already.
    func cancel() -> Int? {
      state.withLock { state in
        state.isCancelled = true
        return state.number
      }
    }
  }
}
