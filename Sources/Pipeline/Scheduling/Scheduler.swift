import PageModel
import Workers

/// Gives the seats of one publication to its requests: the most urgent first, of equally urgent
/// ones the oldest.
///
/// A job that runs is not interrupted by a more urgent one, which therefore waits for one page at
/// most; it is interrupted when it is withdrawn.
actor Scheduler {
  private struct Waiter {
    let number: Int
    let urgency: Urgency
    let latest: ContinuousClock.Instant?
    let turn: CheckedContinuation<PublicationSeat?, Never>
  }

  private struct Running {
    let job: Job
    let view: String?
  }

  /// How long a job that was withdrawn may still take before its worker is killed: a page takes
  /// less as a rule, and a new worker has to open the source again.
  private static let grace = Duration.milliseconds(30)

  private let opening: PublicationSeat.Opening
  private let capacity: Int
  private let longestQueue: Int
  private var seats: [PublicationSeat] = []
  private var idle: [PublicationSeat] = []
  private var waiters: [Waiter] = []
  private var running: [Int: Running] = [:]
  private var lastNumber = 0

  /// `capacity` seats at most, and at most `longestQueue` requests that wait for one.
  init(_ opening: PublicationSeat.Opening, capacity: Int, longestQueue: Int) {
    self.opening = opening
    self.capacity = capacity
    self.longestQueue = longestQueue
  }

  /// Every seat that there is.
  var allSeats: [PublicationSeat] { seats }

  /// Runs `body` on a seat when its turn comes.
  ///
  /// Throws `busy` where the queue is full, `cancelled` where the task was cancelled or a newer
  /// request has come for its view, `limit` where its patience ended, and what `body` throws.
  nonisolated func run<Result: Sendable>(
    _ urgency: Urgency, _ body: @escaping @Sendable (any Publication) throws(PageError) -> Result
  ) async throws(PageError) -> Result {
    let job = Job(seconds: urgency.seconds)
    let number = await register(job, urgency)
    let outcome = await withTaskCancellationHandler {
      await perform(number, job, urgency, body)
    } onCancel: {
      Task { await self.withdraw(number) }
    }
    await finish(number)
    return try outcome.get()
  }

  private nonisolated func perform<Result: Sendable>(
    _ number: Int, _ job: Job, _ urgency: Urgency,
    _ body: @escaping @Sendable (any Publication) throws(PageError) -> Result
  ) async -> Swift.Result<Result, PageError> {
    do throws(PageError) {
      let seat = try await acquire(number, urgency)
      let outcome = await outcome(of: job, on: seat, body)
      await release(seat)
      return outcome
    } catch {
      return .failure(error)
    }
  }

  private nonisolated func outcome<Result: Sendable>(
    of job: Job, on seat: PublicationSeat,
    _ body: @escaping @Sendable (any Publication) throws(PageError) -> Result
  ) async -> Swift.Result<Result, PageError> {
    do throws(PageError) {
      return .success(try await seat.perform(job, body))
    } catch {
      return .failure(error)
    }
  }

  /// Notes a new request, and withdraws those that it takes the place of.
  private func register(_ job: Job, _ urgency: Urgency) -> Int {
    if let view = urgency.view {
      for (number, other) in running where other.view == view { withdraw(number) }
    }
    lastNumber += 1
    running[lastNumber] = Running(job: job, view: urgency.view)
    return lastNumber
  }

  private func finish(_ number: Int) {
    running[number] = nil
  }

  private func withdraw(_ number: Int) {
    guard let job = running[number]?.job else { return }
    if let place = waiters.firstIndex(where: { $0.number == number }) {
      job.withdraw()
      waiters.remove(at: place).turn.resume(returning: nil)
    } else {
      Task {
        try? await Task.sleep(for: Self.grace)
        job.withdraw()
      }
    }
  }

  private func acquire(_ number: Int, _ urgency: Urgency) async throws(PageError) -> PublicationSeat
  {
    guard !Task.isCancelled else { throw Self.withdrawn }
    if let seat = idle.popLast() { return seat }
    if seats.count < capacity {
      let seat = PublicationSeat(opening)
      seats.append(seat)
      return seat
    }
    guard waiters.count < longestQueue else {
      throw PageError(
        .busy, "\(longestQueue) requests are waiting, which is the limit: ask again later")
    }
    let latest = urgency.patience.map { ContinuousClock.now + .seconds($0) }
    let seat = await withCheckedContinuation { turn in
      let waiter = Waiter(number: number, urgency: urgency, latest: latest, turn: turn)
      let place =
        waiters.firstIndex { $0.urgency.priority > urgency.priority } ?? waiters.endIndex
      waiters.insert(waiter, at: place)
    }
    if let seat { return seat }
    guard let latest, ContinuousClock.now >= latest else { throw Self.withdrawn }
    throw PageError(
      .limit, "the limit was reached: its turn did not come within \(urgency.patience ?? 0) s")
  }

  private func release(_ seat: PublicationSeat) {
    while !waiters.isEmpty {
      let waiter = waiters.removeFirst()
      if let latest = waiter.latest, ContinuousClock.now > latest {
        waiter.turn.resume(returning: nil)
      } else {
        return waiter.turn.resume(returning: seat)
      }
    }
    idle.append(seat)
  }

  private static let withdrawn = PageError(.cancelled, "the request was withdrawn")
}

extension Scheduler {
  /// What is known of the publication, with the warnings of every seat, each once.
  nonisolated func info() async throws(PageError) -> PublicationInfo {
    var merged: PublicationInfo?
    for seat in await allSeats {
      guard let info = await seat.currentInfo() else { continue }
      guard let known = merged else {
        merged = info
        continue
      }
      let seen = Set(known.warnings)
      merged?.warnings += info.warnings.filter { !seen.contains($0) }
    }
    if let merged { return merged }
    return try await run(.visible) { $0.info }
  }

  /// The version of the backend, as the first seat has it.
  nonisolated func backendVersion() async throws(PageError) -> String {
    guard let seat = await allSeats.first else { return "" }
    return try await seat.backendVersion(Job())
  }
}
