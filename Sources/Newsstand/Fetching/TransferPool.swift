import Glibc
import RectoHTTP
import Synchronization

/// Runs a limited number of transfers at once on separate threads, the most urgent first.
final class TransferPool: Sendable {
  private struct Job {
    let number: Int
    let urgency: Int
    let cancellation: CancellationToken
    /// Given nothing, it ends at once as one that was cancelled.
    let work: @Sendable (CurlSession?) -> Void
  }

  private struct State {
    var waiting: [Job] = []
    var idle: [CurlSession] = []
    var running = 0
    var nextNumber = 0
  }

  private let atOnce: Int
  private let state = Mutex(State())

  init(atOnce: Int) {
    self.atOnce = max(1, atOnce)
  }

  /// Runs `body`, which may block, and returns its result.
  ///
  /// Cancelling the task ends the transfer: at once while it waits, and when `body` notices otherwise.
  /// - Parameter urgency: More of it comes first; the same comes in turn.
  func run<Value: Sendable>(
    urgency: Int,
    _ body: @escaping @Sendable (CurlSession, CancellationToken) throws(NewsstandError) -> Value
  ) async throws(NewsstandError) -> Value {
    let cancellation = CancellationToken()
    let result: Result<Value, NewsstandError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(urgency, cancellation) { session in
          continuation.resume(returning: Self.result(session, cancellation, body))
        }
      }
    } onCancel: {
      cancellation.cancel()
      dismiss(cancellation)
    }
    return try result.get()
  }

  private static func result<Value>(
    _ session: CurlSession?, _ cancellation: CancellationToken,
    _ body: (CurlSession, CancellationToken) throws(NewsstandError) -> Value
  ) -> Result<Value, NewsstandError> {
    do throws(NewsstandError) {
      guard let session else { throw TransferFailure.cancelled.error }
      try cancellation.check()
      return .success(try body(session, cancellation))
    } catch {
      return .failure(error)
    }
  }

  private func add(
    _ urgency: Int, _ cancellation: CancellationToken,
    _ work: @escaping @Sendable (CurlSession?) -> Void
  ) {
    let (wantsThread, isCancelled) = state.withLock { state -> (Bool, Bool) in
      // It may have been cancelled before it came here.
      if cancellation.isCancelled { return (false, true) }
      state.nextNumber += 1
      state.waiting.append(
        Job(number: state.nextNumber, urgency: urgency, cancellation: cancellation, work: work))
      guard state.running < atOnce else { return (false, false) }
      state.running += 1
      return (true, false)
    }
    if isCancelled { work(nil) }
    if wantsThread { startThread { self.runJobs() } }
  }

  private func dismiss(_ cancellation: CancellationToken) {
    let job = state.withLock { state in
      state.waiting.firstIndex { $0.cancellation === cancellation }.map {
        state.waiting.remove(at: $0)
      }
    }
    job?.work(nil)
  }

  /// The loop of each thread, until no job waits.
  private func runJobs() {
    // Encryption writes to connections that the other side has closed.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let session = state.withLock { $0.idle.popLast() } ?? CurlSession()
    while let job = nextJob(session) { job.work(session) }
  }

  /// Takes the session back if there is no job.
  private func nextJob(_ session: CurlSession) -> Job? {
    state.withLock { state in
      let next = state.waiting.indices.max { one, other in
        let (one, other) = (state.waiting[one], state.waiting[other])
        return (one.urgency, -one.number) < (other.urgency, -other.number)
      }
      if let next { return state.waiting.remove(at: next) }
      state.running -= 1
      state.idle.append(session)
      return nil
    }
  }
}
