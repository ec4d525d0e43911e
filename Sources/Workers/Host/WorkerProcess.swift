import CRectoLinux
import Glibc
import RectoPageModel
import Synchronization

/// The host's end of one worker: its socket and its process. The process is killed with it.
///
/// `kill` may be called from any thread; all else belongs to the thread of the worker's
/// publication.
final class WorkerProcess: Sendable {
  /// The reason why the host ended a worker.
  enum Ending: Sendable, Hashable {
    case deadline(seconds: Double)
    /// It got no processor for that: the machine has too much to do.
    case starved
    case memory(mebibytes: Int)
    case cancelled
    /// It sent an invalid reply.
    case nonsense

    /// True if the source may be to blame.
    var isOfSource: Bool { self != .cancelled && self != .starved }
  }

  private struct State: ~Copyable {
    /// The process to signal; -1 when it has been given up.
    var process: Int32
    var ending: Ending?
    var openingTime = Duration.zero
    var isMovedBack = false
  }

  private let socket: PacketSocket
  private let number: pid_t
  private let memory: MemoryGauge
  private let state: Mutex<State>

  /// Waits for the zygote's word that the worker runs.
  init(
    _ socket: PacketSocket, within milliseconds: Int32 = WorkerProcess.startMilliseconds
  ) throws(WorkerFailure) {
    guard socket.isReadable(within: milliseconds),
      let (packet, descriptors) = try? socket.receive()
    else { throw .notStarted }
    guard packet.kind == .started, descriptors.count == 1 else {
      for descriptor in descriptors { close(descriptor) }
      throw packet.kind == .failure
        ? .refused(PageError(wireStatus: packet.status, message: packet.payload)) : .notStarted
    }
    number = pid_t(truncatingIfNeeded: packet.index)
    memory = MemoryGauge(process: number)
    state = Mutex(State(process: descriptors[0]))
    self.socket = socket
  }

  /// A zygote forks in a millisecond or two; loading libraries before the first takes longer.
  static let startMilliseconds: Int32 = 10_000
  /// The interval of checks of a worker's memory. One that allocates at full speed gets some 20 MiB
  /// in between.
  private static let watchMilliseconds: Int32 = 10

  deinit { release() }

  /// Ends the process, whose present job then fails with `ending`.
  func kill(_ ending: Ending) {
    state.withLock { state in
      guard state.process >= 0 else { return }
      if state.ending == nil { state.ending = ending }
      _ = linux_signal_process(state.process, SIGKILL)
    }
  }

  var isAlive: Bool { state.withLock { $0.process >= 0 && $0.ending == nil } }

  /// The time that it took to start and to open its source; zero while it does.
  var openingTime: Duration {
    get { state.withLock { $0.openingTime } }
    set { state.withLock { $0.openingTime = newValue } }
  }

  /// True if a job took so long that it, and all that follows here, has the pace of the back.
  var isMovedBack: Bool { state.withLock { $0.isMovedBack } }

  /// MiB that are the worker's own.
  var memoryMiB: Int { memory.privateMiB }

  /// MiB of its helper and of all that this has started.
  var helperMemoryMiB: Int { memory.helpersMiB }

  /// Sends one job and waits for its answer, in parts or whole. Meanwhile it lends the worker
  /// layouts from `layouts`, and keeps there the layouts that it hands over.
  ///
  /// Throws `ended` if the worker ended, or if the host ended it to keep the limits; the process is
  /// then gone.
  func run(
    _ job: Packet, descriptors: [Int32] = [], seconds: Double, limits: WorkerLimits,
    layouts: any LayoutStore
  ) throws(WorkerFailure) -> [UInt8] {
    let clock = ContinuousClock()
    var deadline = JobDeadline(seconds: seconds, start: clock.now)
    var front =
      isMovedBack ? nil : limits.secondsAtFront.map { TimeAtFront(seconds: $0, start: clock.now) }
    let pause = Duration.milliseconds(Int(Self.watchMilliseconds))
    var nextLook = clock.now + pause
    // The limits are kept while packets come and go too: a worker may send parts without an end,
    // or leave its orders unread until the socket takes no more.
    func wait(until isReady: (_ milliseconds: Int32) -> Bool) {
      var isWaiting = true
      while isWaiting {
        isWaiting = !isReady(Self.watchMilliseconds)
        let now = clock.now
        guard now >= nextLook else { continue }
        nextLook = now + pause
        if memoryMiB > limits.memoryMiB { kill(.memory(mebibytes: limits.memoryMiB)) }
        if helperMemoryMiB > limits.helperMemoryMiB {
          kill(.memory(mebibytes: limits.helperMemoryMiB))
        }
        if front?.isOver(at: now, used: { ProcessorTime(ofFamilyOf: number).used }) == true {
          front = nil
          moveBack()
        }
        switch deadline.passing(at: now, time: { ProcessorTime(ofFamilyOf: number) }) {
        case .spent: kill(.deadline(seconds: seconds))
        case .starved: kill(.starved)
        case nil: break
        }
      }
    }
    wait(until: socket.isWritable(within:))
    guard (try? socket.send(job, descriptors: descriptors)) != nil else { throw end() }
    var answer: [UInt8] = []
    var kept: KeptLayout?
    while true {
      wait(until: socket.isReadable(within:))
      guard let packet = receive(answerTo: job) else { throw end() }
      switch packet.kind {
      case .wantLayout:
        guard answer.isEmpty, kept == nil, let name = LayoutName(packet.payload[...]) else {
          throw nonsense()
        }
        let lent = layouts.layout(name).flatMap { try? FileBytes($0).makeDescriptor() }
        wait(until: socket.isWritable(within:))
        defer { if let lent { close(lent) } }
        let reply = Packet(kind: .layout, sequence: job.sequence)
        guard (try? socket.send(reply, descriptors: lent.map { [$0] } ?? [])) != nil else {
          throw end()
        }
        continue
      case .wantTime:
        guard answer.isEmpty, kept == nil else { throw nonsense() }
        let time = ProcessorTime(ofFamilyOf: number)
        wait(until: socket.isWritable(within:))
        let reply = Packet(
          kind: .time, sequence: job.sequence, index: Int64(time.waited * 1e6),
          limit: Int64(time.used * 1e6))
        guard (try? socket.send(reply)) != nil else { throw end() }
        continue
      case .keepLayout:
        if kept == nil {
          kept = KeptLayout(first: packet)
        } else if kept?.append(packet) == false {
          kept = nil
        }
        guard answer.isEmpty, let whole = kept else { throw nonsense() }
        if whole.isWhole {
          layouts.keep(whole.bytes, as: whole.name, isLasting: whole.isLasting)
          kept = nil
        }
        continue
      default: break
      }
      guard kept == nil || packet.kind == .ended else { throw nonsense() }
      answer += packet.payload
      guard answer.count <= max(limits.answerBytes, Int(clamping: job.limit)) else {
        throw nonsense()
      }
      switch packet.kind {
      case .part: continue
      case .answer: return answer
      case .failure:
        throw .refused(PageError(wireStatus: packet.status, message: answer))
      default: throw end(waitStatus: Int32(truncatingIfNeeded: packet.index))
      }
    }
  }

  /// The next packet that belongs to a job, or the word of the worker's end; nil after anything
  /// else, which ends the worker.
  private func receive(answerTo job: Packet) -> Packet? {
    do throws(PacketSocket.Failure) {
      let (packet, descriptors) = try socket.receive()
      for descriptor in descriptors { close(descriptor) }
      if packet.kind == .ended { return packet }
      let isAnswer = [.part, .answer, .failure, .wantLayout, .keepLayout, .wantTime]
        .contains(packet.kind)
      if isAnswer, packet.sequence == job.sequence, descriptors.isEmpty { return packet }
      kill(.nonsense)
    } catch .malformed {
      kill(.nonsense)
    } catch {}
    return nil
  }

  private func moveBack() {
    state.withLock { $0.isMovedBack = true }
    WorkPace.back.begin(inFamilyOf: number, after: .front)
  }

  /// Ends a worker whose packets make no sense.
  private func nonsense() -> WorkerFailure {
    kill(.nonsense)
    return end()
  }

  /// Gives the process up and says why it ended. Waits for the zygote's word where it has not
  /// come and is needed.
  private func end(waitStatus: Int32? = nil) -> WorkerFailure {
    var status = waitStatus
    let clock = ContinuousClock()
    let patience = clock.now + .seconds(1)
    state.withLock { state in
      if state.process >= 0 { _ = linux_signal_process(state.process, SIGKILL) }
    }
    let ending = state.withLock { $0.ending }
    while ending == nil, status == nil, clock.now < patience {
      guard socket.isReadable(within: Self.watchMilliseconds) else { continue }
      guard let (packet, descriptors) = try? socket.receive() else { break }
      for descriptor in descriptors { close(descriptor) }
      if packet.kind == .ended { status = Int32(truncatingIfNeeded: packet.index) }
    }
    release()
    return .ended(ending, waitStatus: status, memoryMiB: memory.highestMiB)
  }

  private func release() {
    state.withLock { state in
      guard state.process >= 0 else { return }
      _ = linux_signal_process(state.process, SIGKILL)
      close(state.process)
      state.process = -1
    }
  }
}

/// The reason why a worker did not give an answer.
enum WorkerFailure: Error {
  /// No worker could be made.
  case notStarted
  /// The worker lives and says no.
  case refused(PageError)
  /// The worker ended: the host's reason if it was the host, else the status of wait(2), nil if its
  /// zygote ended with it; and the most memory that it was seen with.
  case ended(WorkerProcess.Ending?, waitStatus: Int32?, memoryMiB: Int)
}
