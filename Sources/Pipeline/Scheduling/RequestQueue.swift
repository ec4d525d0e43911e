import Dispatch
import RectoPageModel
import RectoWorkers
import Synchronization

/// The requests that wait for a thread, and those that have one. Threads take the most urgent
/// request, and the oldest of equally urgent ones.
///
/// A thread takes its next request itself when it has finished one. Each pace has threads of its
/// own, so that a request at the front never waits for one at the back.
final class RequestQueue: Sendable {
  struct Request: Sendable {
    var number = 0
    let options: RequestOptions
    let job: Job
    let pace: WorkPace
    /// The only thread that can do it; nil for any.
    var thread: RenderThread?
    /// Does the work, and returns the result to the caller.
    let work: @Sendable (OpenCopy) -> Void
    /// Tells the caller that the work is not done.
    let abandon: @Sendable (PageError) -> Void
    /// The time by which its turn must have come; nil for no limit.
    fileprivate let queueDeadline: ContinuousClock.Instant?

    init(
      _ options: RequestOptions, _ job: Job, at pace: WorkPace, thread: RenderThread? = nil,
      work: @escaping @Sendable (OpenCopy) -> Void,
      abandon: @escaping @Sendable (PageError) -> Void
    ) {
      self.options = options
      self.job = job
      self.pace = pace
      self.thread = thread
      self.work = work
      self.abandon = abandon
      queueDeadline = options.queueTimeout.map { .now + .seconds($0) }
    }

    fileprivate func isFor(_ thread: RenderThread) -> Bool {
      self.thread.map { $0 === thread } ?? (pace == thread.pace)
    }
  }

  enum Next {
    case request(Request)
    case nothing
    case closed
  }

  private struct State {
    /// The most urgent first.
    var waiting: [Request] = []
    var running: [Int: Request] = [:]
    var threads: [RenderThread] = []
    var idle: [RenderThread] = []
    /// The warnings of threads that have ended.
    var warnings: [PageWarning] = []
    var lastNumber = 0
    var isClosed = false
    /// Tasks that abandon requests whose turn does not come in time, by the requests' numbers.
    var timers: [Int: Task<Void, Never>] = [:]

    mutating func take(at index: Int) -> Request {
      let request = waiting.remove(at: index)
      timers.removeValue(forKey: request.number)?.cancel()
      return request
    }
  }

  /// The time for which a thread waits for requests before it ends, and its worker with it.
  static let longestIdle = DispatchTimeInterval.seconds(30)

  /// The time that a cancelled job may still take before its worker is killed, since most pages
  /// take less.
  private static let shortestGrace = Duration.milliseconds(30)
  /// The longest such time. Up to this, a cancelled job may go on for as long as a new worker would
  /// take to open the source, because other requests would wait for that.
  private static let longestGrace = Duration.seconds(1)

  private let opening: Opening
  private let capacity: Int
  /// The maximum number of waiting requests.
  private let waitingLimit: Int
  private let state = Mutex(State())

  /// At most `capacity` threads of each pace, which are made as they are needed, and
  /// `waitingLimit` waiting requests.
  init(_ opening: Opening, capacity: Int, waitingLimit: Int) {
    self.opening = opening
    self.capacity = capacity
    self.waitingLimit = waitingLimit
  }

  var threads: [RenderThread] { state.withLock { $0.threads } }

  /// The warnings of threads that have ended, each once.
  var warnings: [PageWarning] { state.withLock { $0.warnings } }

  /// The number of requests that wait for a thread: tests cancel some of them.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Adds a request, which is done or abandoned later, and returns the number by which it can be
  /// cancelled. Cancels an unfinished request for the same view.
  func add(_ request: Request) -> Int {
    if let view = request.options.view { replace(view) }
    var request = request
    let refusal: PageError? = state.withLock { state in
      state.lastNumber += 1
      request.number = state.lastNumber
      guard state.waiting.count < waitingLimit else {
        return PageError(
          .busy, "too many requests are waiting (limit: \(waitingLimit)): try again later")
      }
      let thread = thread(for: request, &state)
      guard state.threads.contains(where: request.isFor) else {
        return PageError(.busy, "no more threads can be started: try again later")
      }
      let index =
        state.waiting.firstIndex { $0.options.priority > request.options.priority }
        ?? state.waiting.endIndex
      state.waiting.insert(request, at: index)
      if let deadline = request.queueDeadline {
        state.timers[request.number] = Task.detached { [weak self] in
          try? await Task.sleep(until: deadline, clock: .continuous)
          if !Task.isCancelled { self?.abandonLateRequests() }
        }
      }
      thread?.wake()
      return nil
    }
    if let refusal { request.abandon(refusal) }
    return request.number
  }

  /// Returns an idle thread for the request, or nil after it has started a new one if possible.
  private func thread(for request: Request, _ state: inout State) -> RenderThread? {
    if let index = state.idle.lastIndex(where: request.isFor) {
      return state.idle.remove(at: index)
    }
    let others = state.threads.count { $0.pace == request.pace }
    guard request.thread == nil, others < capacity else { return nil }
    let thread = RenderThread(at: request.pace)
    // If it cannot be started, other threads do its requests.
    if thread.start(self, opening) { state.threads.append(thread) }
    return nil
  }

  /// The next request of a thread; it is idle if there is none.
  func next(for thread: RenderThread) -> Next {
    abandonLateRequests()
    return state.withLock { state in
      if state.isClosed { return .closed }
      if let index = state.waiting.firstIndex(where: { $0.isFor(thread) }) {
        let request = state.take(at: index)
        state.running[request.number] = request
        return .request(request)
      }
      // It may be idle already, after it was woken for a request that it had taken before.
      if !state.idle.contains(where: { $0 === thread }) { state.idle.append(thread) }
      return .nothing
    }
  }

  /// Fails the requests whose turn did not come in time.
  private func abandonLateRequests() {
    let late = state.withLock { state in
      var late: [Request] = []
      for index in state.waiting.indices.reversed() {
        guard let deadline = state.waiting[index].queueDeadline, ContinuousClock.now >= deadline
        else { continue }
        late.append(state.take(at: index))
      }
      return late
    }
    for request in late {
      request.abandon(
        PageError(
          .limit,
          "the limit was reached: the request waited longer than "
            + "\(brief(request.options.queueTimeout ?? 0)) s"))
    }
  }

  /// True if an idle thread should end. One thread stays, at the front if there is one there, so
  /// that the publication remains open.
  func retire(_ thread: RenderThread) -> Bool {
    state.withLock { state in
      // A request may have come for it.
      guard let index = state.idle.firstIndex(where: { $0 === thread }) else { return false }
      let hasOthers = state.threads.contains { other in
        other !== thread && (other.pace == .front || thread.pace == .back)
      }
      state.idle.remove(at: index)
      if hasOthers { state.threads.removeAll { $0 === thread } }
      return hasOthers
    }
  }

  /// Keeps the warnings of a thread that ends.
  func keep(_ warnings: [PageWarning]) {
    state.withLock { state in
      state.warnings += warnings.filter { !state.warnings.contains($0) }
    }
  }

  func finish(_ number: Int) {
    state.withLock { $0.running[number] = nil }
  }

  /// Abandons a waiting request. A running one gets some time to finish, and is then stopped.
  func cancel(_ number: Int) {
    let request: Request? = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        if let job = state.running[number]?.job { Self.stopSoon(job) }
        return nil
      }
      return state.take(at: index)
    }
    request?.abandon(.cancelled)
  }

  private func replace(_ view: String) {
    let numbers = state.withLock { state in
      (state.waiting + state.running.values).filter { $0.options.view == view }.map(\.number)
    }
    for number in numbers { cancel(number) }
  }

  private static func stopSoon(_ job: Job) {
    Task {
      try? await Task.sleep(for: grace(replacedIn: job.replacementTime))
      job.cancel()
    }
  }

  /// The time that a cancelled job may still take if another worker would need `time` to open the
  /// source.
  static func grace(replacedIn time: Duration) -> Duration {
    max(shortestGrace, min(longestGrace, time))
  }

  /// Ends the threads. No request can be waiting: its caller would still hold the publication.
  func close() {
    let threads = state.withLock { state in
      state.isClosed = true
      return state.threads
    }
    for thread in threads { thread.wake() }
  }
}
