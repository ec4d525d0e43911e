import Dispatch
import RectoPageModel
import RectoWorkers
import Synchronization

/// The requests that wait for a thread, and those that have one: threads take the most urgent request,
/// and the oldest of several.
///
/// A thread takes its next request itself when it has finished one: a worker waits only for its own
/// thread. Each pace has threads of its own, so that a request at the front waits for none at the back.
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
    fileprivate var latest: ContinuousClock.Instant?

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
      latest = options.queueTimeout.map { .now + .seconds($0) }
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
    /// Those of threads that have ended.
    var warnings: [PageWarning] = []
    var lastNumber = 0
    var isClosed = false
  }

  /// The time for which a thread waits for requests before it ends, and its worker with it.
  static let longestIdle = DispatchTimeInterval.seconds(30)

  /// The time that a cancelled job may still take before its worker is killed, since most pages
  /// take less.
  private static let shortestGrace = Duration.milliseconds(30)
  /// A job may take as long as the worker that replaces this one would take to open the source, which
  /// others than the one that cancelled it would wait for; and no longer than this.
  private static let longestGrace = Duration.seconds(1)

  private let opening: Opening
  private let capacity: Int
  private let longest: Int
  private let state = Mutex(State())

  /// At most `capacity` threads of each pace, which are made as they are needed, and `longest` waiting
  /// requests.
  init(_ opening: Opening, capacity: Int, longest: Int) {
    self.opening = opening
    self.capacity = capacity
    self.longest = longest
  }

  var threads: [RenderThread] { state.withLock { $0.threads } }

  /// The warnings of threads that have ended, each once.
  var warnings: [PageWarning] { state.withLock { $0.warnings } }

  /// The number of requests that wait for a thread: tests cancel some of them.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Has a request done or abandoned, and gives the number by which it can be cancelled. A request
  /// for the same view that has not been done is cancelled.
  func add(_ request: Request) -> Int {
    if let view = request.options.view { replace(view) }
    var request = request
    let refusal: PageError? = state.withLock { state in
      state.lastNumber += 1
      request.number = state.lastNumber
      guard state.waiting.count < longest else {
        return PageError(
          .busy, "\(longest) requests are waiting, which is the limit: try again later")
      }
      let thread = thread(for: request, &state)
      guard state.threads.contains(where: request.isFor) else {
        return PageError(.busy, "no more threads can be started: try again later")
      }
      let place =
        state.waiting.firstIndex { $0.options.priority > request.options.priority }
        ?? state.waiting.endIndex
      state.waiting.insert(request, at: place)
      thread?.wake()
      return nil
    }
    if let refusal { request.abandon(refusal) }
    return request.number
  }

  /// A thread that has nothing to do, or a new one.
  private func thread(for request: Request, _ state: inout State) -> RenderThread? {
    if let place = state.idle.lastIndex(where: request.isFor) {
      return state.idle.remove(at: place)
    }
    let others = state.threads.count { $0.pace == request.pace }
    guard request.thread == nil, others < capacity else { return nil }
    let thread = RenderThread(at: request.pace)
    // If there are other threads, they take over its requests.
    if thread.start(self, opening) { state.threads.append(thread) }
    return nil
  }

  /// The next request of a thread; it is idle if there is none.
  func next(for thread: RenderThread) -> Next {
    var late: [Request] = []
    let next: Next = state.withLock { state in
      if state.isClosed { return .closed }
      var place = 0
      while place < state.waiting.count {
        let request = state.waiting[place]
        if let latest = request.latest, ContinuousClock.now > latest {
          late.append(state.waiting.remove(at: place))
        } else if request.isFor(thread) {
          state.waiting.remove(at: place)
          state.running[request.number] = request
          return .request(request)
        } else {
          place += 1
        }
      }
      // It may have been woken for a request that it had taken.
      if !state.idle.contains(where: { $0 === thread }) { state.idle.append(thread) }
      return .nothing
    }
    for request in late {
      request.abandon(
        PageError(
          .limit,
          "the limit was reached: its turn did not come within "
            + "\(brief(request.options.queueTimeout ?? 0)) s"))
    }
    return next
  }

  /// True if a thread that has had nothing to do is to end, since another can take its place.
  func retire(_ thread: RenderThread) -> Bool {
    state.withLock { state in
      // A request may have come for it.
      guard let place = state.idle.firstIndex(where: { $0 === thread }) else { return false }
      let hasOthers = state.threads.contains { other in
        other !== thread && (other.pace == .front || thread.pace == .back)
      }
      state.idle.remove(at: place)
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

  /// Abandons a request that waits; one that runs gets a moment, and is then stopped.
  func cancel(_ number: Int) {
    let request: Request? = state.withLock { state in
      guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
        if let job = state.running[number]?.job { Self.stopSoon(job) }
        return nil
      }
      return state.waiting.remove(at: place)
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

  /// The time that a cancelled job may still take where another worker would take so long.
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
