import CRectoLinux
import Glibc
import RectoPageModel
import Synchronization

/// The host's end of one worker: its socket and its process. The process is killed when this object
/// is released.
///
/// `kill` may be called from any thread, everything else only from the thread of the worker's
/// publication.
final class WorkerProcess: Sendable {
  /// The reason why the host ended a worker.
  enum Ending: Sendable, Hashable {
    case deadline(seconds: Double)
    /// It got too little processor time in ten times its limit: the machine is overloaded.
    case starved
    case memory(mebibytes: Int)
    case cancelled
    /// It sent an invalid reply.
    case invalidReply

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

  /// Waits for the zygote's message that the worker runs.
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

  /// The time that it took to start and to open its source; zero until then.
  var openingTime: Duration {
    get { state.withLock { $0.openingTime } }
    set { state.withLock { $0.openingTime = newValue } }
  }

  /// True after a job took so long that the worker was moved to the back pace for good.
  var isMovedBack: Bool { state.withLock { $0.isMovedBack } }

  /// The time that it and its descendants have computed and waited for a processor.
  var processorTime: ProcessorTime { ProcessorTime(ofFamilyOf: number) }

  /// The worker's private memory in MiB.
  var memoryMiB: Int { memory.privateMiB }

  /// The private memory of its helper and of the helper's descendants, in MiB.
  var helperMemoryMiB: Int { memory.helpersMiB }

  /// Sends one job and waits for its answer. Meanwhile it answers the worker's requests for layouts
  /// from `layouts`, and stores there the layouts that the worker sends.
  ///
  /// Throws `ended` if the worker ended, or if the host ended it to keep the limits; the process is
  /// then gone.
  func run(
    _ job: Packet, descriptors: [Int32] = [], seconds: Double, limits: WorkerLimits,
    layouts: any LayoutStore
  ) throws(WorkerFailure) -> [UInt8] {
    var watch = JobWatch(of: self, seconds: seconds, limits: limits)
    try send(job, descriptors: descriptors, under: &watch)
    var answer: [UInt8] = []
    var kept: KeptLayout?
    while true {
      watch.wait(until: socket.isReadable(within:))
      guard let packet = receive(answerTo: job) else { throw end() }
      switch packet.kind {
      case .wantLayout, .wantTime:
        guard answer.isEmpty, kept == nil else { throw invalidReply() }
        if packet.kind == .wantTime {
          try tellTime(to: job, under: &watch)
        } else {
          try lend(packet.payload, of: layouts, to: job, under: &watch)
        }
      case .keepLayout:
        guard answer.isEmpty else { throw invalidReply() }
        try keep(packet, after: &kept, in: layouts)
      case .part, .answer, .failure:
        answer += packet.payload
        guard kept == nil, answer.count <= max(limits.answerBytes, Int(clamping: job.limit))
        else { throw invalidReply() }
        if packet.kind == .answer { return answer }
        if packet.kind == .failure {
          throw .refused(PageError(wireStatus: packet.status, message: answer))
        }
      default: throw end(waitStatus: Int32(truncatingIfNeeded: packet.index))
      }
    }
  }

  private func send(
    _ packet: Packet, descriptors: [Int32] = [], under watch: inout JobWatch
  ) throws(WorkerFailure) {
    watch.wait(until: socket.isWritable(within:))
    guard (try? socket.send(packet, descriptors: descriptors)) != nil else { throw end() }
  }

  /// Answers a worker's request for a layout: with a descriptor of it, or without one if it is not
  /// kept.
  private func lend(
    _ name: [UInt8], of layouts: any LayoutStore, to job: Packet, under watch: inout JobWatch
  ) throws(WorkerFailure) {
    guard let name = LayoutName(name[...]) else { throw invalidReply() }
    let lent = layouts.layout(name).flatMap { try? FileBytes($0).makeDescriptor() }
    defer { if let lent { close(lent) } }
    try send(
      Packet(kind: .layout, sequence: job.sequence), descriptors: lent.map { [$0] } ?? [],
      under: &watch)
  }

  /// Answers a worker's request for `processorTime`.
  private func tellTime(to job: Packet, under watch: inout JobWatch) throws(WorkerFailure) {
    let time = processorTime
    try send(
      Packet(
        kind: .time, sequence: job.sequence, index: Int64(time.waited * 1e6),
        limit: Int64(time.used * 1e6)),
      under: &watch)
  }

  /// Takes the next part of a layout, and stores the layout when it is whole.
  private func keep(
    _ packet: Packet, after kept: inout KeptLayout?, in layouts: any LayoutStore
  ) throws(WorkerFailure) {
    if kept == nil {
      kept = KeptLayout(first: packet)
    } else if kept?.append(packet) == false {
      kept = nil
    }
    guard let layout = kept else { throw invalidReply() }
    guard layout.isWhole else { return }
    layouts.keep(layout.bytes, as: layout.name, isLasting: layout.isLasting)
    kept = nil
  }

  /// The next packet of a job's answer, or the zygote's message that the worker has ended. Kills
  /// the worker and returns nil after anything else.
  private func receive(answerTo job: Packet) -> Packet? {
    do throws(PacketSocket.Failure) {
      let (packet, descriptors) = try socket.receive()
      for descriptor in descriptors { close(descriptor) }
      if packet.kind == .ended { return packet }
      let isAnswer = [.part, .answer, .failure, .wantLayout, .keepLayout, .wantTime]
        .contains(packet.kind)
      if isAnswer, packet.sequence == job.sequence, descriptors.isEmpty { return packet }
      kill(.invalidReply)
    } catch .malformed {
      kill(.invalidReply)
    } catch {}
    return nil
  }

  /// Moves the worker and its descendants to the back pace.
  func moveBack() {
    state.withLock { $0.isMovedBack = true }
    WorkPace.back.begin(inFamilyOf: number, after: .front)
  }

  /// Kills a worker that sent an invalid packet.
  private func invalidReply() -> WorkerFailure {
    kill(.invalidReply)
    return end()
  }

  /// Releases the process and returns the reason for its end. Waits for the zygote's message of the
  /// end if the reason is not known otherwise.
  private func end(waitStatus: Int32? = nil) -> WorkerFailure {
    var status = waitStatus
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(1)
    state.withLock { state in
      if state.process >= 0 { _ = linux_signal_process(state.process, SIGKILL) }
    }
    let ending = state.withLock { $0.ending }
    while ending == nil, status == nil, clock.now < deadline {
      guard socket.isReadable(within: JobWatch.milliseconds) else { continue }
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
  /// The worker is running and returned an error.
  case refused(PageError)
  /// The worker ended: the host's reason if the host killed it, else the status of wait(2), which
  /// is nil if the zygote ended too; and the most memory that was measured.
  case ended(WorkerProcess.Ending?, waitStatus: Int32?, memoryMiB: Int)
}
