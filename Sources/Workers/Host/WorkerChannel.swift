import CRectoLinux
import Glibc
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// A publication in a worker. Starts the worker with the first job, replaces it when it has ended
/// or grown old, and enforces the limits.
public final class WorkerChannel: PublicationChannel {
  private let zygote: Zygote
  private let configuration: WorkerConfiguration
  private let limits: WorkerLimits
  private let quarantine: Quarantine
  private let pace: WorkPace
  private var worker: WorkerProcess?
  private var jobs = 0
  private var memoryAtOpening = 0
  private var attached = AttachedMemory()
  private var sequence: UInt32 = 0
  /// The number of workers that were ended from outside during the present request, and whether
  /// the last one was.
  private var externalKills = 0
  private var wasEndedByOthers = false
  private var failures = DoubtfulFailures()
  /// Requests that the present worker has served.
  private var served = 0
  /// The present worker can answer for pages before this index without laying out more.
  private var countedPages = Int.max

  /// The version of the backend that opened the source; empty before.
  public private(set) var backendVersion = ""
  /// The job of the next requests; nil for work that cannot be cancelled.
  public var job: Job?

  /// A channel without a worker; the first request makes one.
  public init(
    _ configuration: WorkerConfiguration, zygote: Zygote, limits: WorkerLimits,
    quarantine: Quarantine,
    pace: WorkPace = .front
  ) {
    self.configuration = configuration
    self.zygote = zygote
    var limits = limits
    if pace == .back { limits.secondsAtFront = nil }
    self.limits = limits
    self.quarantine = quarantine
    self.pace = pace
  }

  public var isProcess: Bool { true }

  /// Asks the worker, and starts one if there is none.
  ///
  /// Rethrows the worker's error; throws `limit`, `damaged` or `cancelled` if it ended, and
  /// `damaged` for a source that is refused.
  public func answer(_ request: PublicationRequest) throws(PageError) -> [UInt8] {
    var packet = Packet(kind: .ask, payload: [request.kind.number] + request.detail)
    packet.index = Int64(request.index)
    packet.limit = Int64(request.limit)
    return try withRetries(.request(request)) { () throws(PageError) in
      let worker = try ready(for: request.page)
      if let goal = request.goal { try count(to: goal, on: worker) }
      return try run(packet, on: worker, page: request.page)
    }
  }

  /// Makes the worker count all pages. Throws what `answer` throws.
  public func countPages() throws(PageError) {
    try withRetries(.counting) { () throws(PageError) in
      try count(to: .whole, on: try ready(for: nil))
    }
  }

  /// Has the worker draw a page on the memory of `bitmap`, which it maps. Throws as `answer`, and
  /// `busy` if the memory cannot be shared.
  public func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    try withRetries(.paint(page: index, request, grid)) { () throws(PageError) in
      let worker = try ready(for: index)
      try count(to: .page(index), on: worker)
      try paint(page: index, request, on: grid, into: bitmap, with: worker)
    }
  }

  private func paint(
    page index: Int, _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap,
    with worker: WorkerProcess
  ) throws(PageError) {
    try bitmap.withSharedMemory { memory throws(PageError) in
      guard let memory else {
        throw PageError(.busy, "there is no memory to share with a worker: too many open files")
      }
      let (isNew, dropped) = attached.attach(memory)
      let painting = PaintRequest(
        request: request, grid: grid, memory: memory.identifier, memoryBytes: memory.count,
        dropped: dropped)
      var packet = Packet(kind: .paint, payload: painting.wireBytes)
      packet.index = Int64(index)
      do throws(PageError) {
        _ = try run(packet, on: worker, page: index, descriptors: isNew ? [memory.descriptor] : [])
      } catch {
        // The worker may have failed to map it.
        attached.detach(memory)
        throw error
      }
    }
  }

  /// The number of `externalKills` that one request tolerates: the first worker may have been
  /// dead already, and the next may be ended too.
  private static let toleratedEndings = 2

  /// Repeats a request, twice at most, if its worker or the worker's helper was ended from outside,
  /// by an administrator or because the system is short of memory: the source is not to blame.
  /// Repeats it once in a fresh worker if its failure is doubtful.
  private func withRetries<Result>(
    _ subject: DoubtfulFailures.Subject, _ body: () throws(PageError) -> Result
  ) throws(PageError) -> Result {
    externalKills = 0
    var isSecondOpinion = false
    while true {
      wasEndedByOthers = false
      do throws(PageError) {
        let result = try body()
        served += 1
        return result
      } catch {
        if wasEndedByOthers, externalKills <= Self.toleratedEndings { continue }
        guard !isSecondOpinion, worker?.isAlive == true,
          failures.isDoubtful(error, of: subject, served: served)
        else {
          if isSecondOpinion { failures.confirm(error, of: subject) }
          served += 1
          throw error
        }
        isSecondOpinion = true
        worker = nil
      }
    }
  }

  /// A worker with the source open, for a request about a page or the publication.
  private func ready(for page: Int?) throws(PageError) -> WorkerProcess {
    try quarantine.admit(configuration.subject(page: page), limits: limits)
    if let worker, worker.isAlive, !isOld(worker) { return worker }
    worker = nil
    attached = AttachedMemory()
    (jobs, served) = (0, 0)
    let began = ContinuousClock.now
    let fresh = try zygote.startWorker(
      try configuration.request(limits, pace), source: configuration.descriptor)
    let opened: OpenAnswer = try read(
      "the open request", try run(configuration.opening(limits), on: fresh))
    countedPages = opened.needsPagination ? 1 : .max
    // The pages of an excerpt are few, and its end is found by laying them out.
    if configuration.isExcerpt { try count(to: .whole, on: fresh) }
    fresh.openingTime = .now - began
    worker = fresh
    backendVersion = opened.version
    memoryAtOpening = fresh.memoryMiB
    return fresh
  }

  /// Seconds after which a second worker helps the first to lay a publication out: it takes a third
  /// of a second to start.
  private static let aloneSeconds = 0.5

  /// Makes a worker count pages up to a goal, in as many jobs as that takes, unless it has done so.
  private func count(to goal: PaginationGoal, on worker: WorkerProcess) throws(PageError) {
    guard countedPages < .max else { return }
    switch goal {
    case .page(let index): if index < countedPages { return }
    case .place: break
    case .whole:
      return try configuration.countAll { isHelping throws(PageError) in
        try paginate(to: goal, on: worker, isHelping: isHelping)
      }
    }
    try paginate(to: goal, on: worker, isHelping: false)
  }

  private func paginate(
    to goal: PaginationGoal, on worker: WorkerProcess, isHelping: Bool
  ) throws(PageError) {
    let end = ContinuousClock.now + .seconds(limits.paginationSeconds)
    // The last part that is laid out in a job may take long.
    let seconds = (job?.seconds ?? limits.seconds) / 4
    var request = PaginationRequest(
      goal: goal, seconds: min(seconds, Self.aloneSeconds), isHelping: isHelping)
    var share = 0.0
    while true {
      let answer: PaginationAnswer = try read(
        "the request for its pages",
        try run(Packet(kind: .paginate, payload: request.wireBytes), on: worker))
      configuration.addLaidOut(answer.laidOutShare - share)
      share = answer.laidOutShare
      if answer.isWhole { countedPages = .max }
      if answer.isDone {
        if case .page(let index) = goal { countedPages = max(countedPages, index + 1) }
        return
      }
      if goal == .whole { configuration.callForHelp() }
      request.seconds = seconds
      guard ContinuousClock.now < end else {
        throw PageError(
          .limit,
          "the limit was reached: laying it out took longer than "
            + "\(brief(limits.paginationSeconds)) s")
      }
    }
  }

  private func read<Answer: JSONDecodable>(
    _ request: String, _ bytes: [UInt8]
  ) throws(PageError) -> Answer {
    do throws(JSONError) {
      return try Answer(jsonBytes: bytes)
    } catch {
      throw PageError(.damaged, "the backend's answer to \(request) is invalid: \(error)")
    }
  }

  private func isOld(_ worker: WorkerProcess) -> Bool {
    jobs >= limits.jobs || worker.memoryMiB - memoryAtOpening > limits.grownMiB
      || worker.helperMemoryMiB > limits.helperMemoryMiB / 2
      || worker.isMovedBack && isReplacedQuickly(worker)
  }

  /// True if a new worker for the next job costs less time than a job at the back. A worker with a
  /// browser takes too long to start.
  private func isReplacedQuickly(_ worker: WorkerProcess) -> Bool {
    worker.openingTime < .milliseconds(250) && worker.helperMemoryMiB == 0
  }

  private func run(
    _ packet: Packet, on worker: WorkerProcess, page: Int? = nil, descriptors: [Int32] = []
  ) throws(PageError) -> [UInt8] {
    guard packet.payload.count <= Packet.payloadCapacity else {
      throw PageError(.badRequest, "the request is too long for a worker")
    }
    var packet = packet
    sequence &+= 1
    packet.sequence = sequence
    jobs += 1
    try job?.begin(on: worker)
    defer { job?.end() }
    do throws(WorkerFailure) {
      return try worker.run(
        packet, descriptors: descriptors, seconds: job?.seconds ?? limits.seconds, limits: limits,
        layouts: configuration.layouts)
    } catch {
      throw pageError(error, page: page)
    }
  }

  private func pageError(_ failure: WorkerFailure, page: Int?) -> PageError {
    switch failure {
    case .refused(let error): return error
    case .notStarted: return PageError(.bug, "the worker could not be started")
    case .ended(let ending, let waitStatus, let memoryMiB):
      worker = nil
      wasEndedByOthers =
        ending == nil && memoryMiB <= limits.memoryMiB / 2 && Self.isByOthers(waitStatus)
      if wasEndedByOthers { externalKills += 1 }
      if wasEndedByOthers, externalKills <= Self.toleratedEndings {
        return PageError(ending, waitStatus: waitStatus, memoryMiB: memoryMiB, limits: limits)
      }
      let error = PageError(ending, waitStatus: waitStatus, memoryMiB: memoryMiB, limits: limits)
      if ending?.isOfSource ?? (waitStatus != nil) {
        quarantine.record(configuration.subject(page: page), remedy: error.remedy, limits: limits)
      }
      return error
    }
  }

  /// True if the worker did not end by a fault of its own: it or its zygote was killed, or its
  /// helper ended for an unknown reason.
  private static func isByOthers(_ waitStatus: Int32?) -> Bool {
    guard let waitStatus else { return true }
    return linux_ending_signal(waitStatus) == SIGKILL
      || linux_exit_status(waitStatus) == WorkerProgram.helperEnded
  }
}
