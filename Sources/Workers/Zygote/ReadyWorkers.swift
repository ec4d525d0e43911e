import CRectoLinux
import Glibc
import RectoPageModel
import RectoPluginKit

/// The workers of a zygote that have their helper running before a request needs them, one for each
/// backend. They have seen no source, and are in no sandbox yet.
struct ReadyWorkers {
  private struct Worker {
    let process: pid_t
    /// The zygote's end of a socket on which the worker waits for a request.
    let socket: PacketSocket
  }

  let backends: [any PageBackend]
  private var workers: [String: Worker] = [:]
  /// The time at which a worker of a backend is made.
  private var due: [String: ContinuousClock.Instant] = [:]

  /// The time after the last request, so that the start of a helper slows no work that is waited for.
  private static let delay = Duration.seconds(1)

  init(backends: [any PageBackend]) { self.backends = backends }

  var processes: [pid_t] { workers.values.map(\.process) }

  /// The time until the next worker is due, for `poll`: -1 if none is expected.
  var milliseconds: Int32 {
    guard let next = due.values.min() else { return -1 }
    let rest = ContinuousClock.now.duration(to: next) / .milliseconds(1)
    return Int32(max(0, min(rest.rounded(.up), 1e6)))
  }

  /// Expects a worker for the next request of the same backend, if the host wants one.
  mutating func expect(after request: WorkerRequest) {
    guard !due.isEmpty || request.isFollowedByReadyWorker else { return }
    let time = ContinuousClock.now + Self.delay
    for id in due.keys { due[id] = time }
    guard request.isFollowedByReadyWorker, case .builtIn(let id) = request.backend else { return }
    if workers[id] == nil { due[id] = time }
  }

  /// Forks the workers whose time has come.
  mutating func makeDue() {
    let now = ContinuousClock.now
    for (id, time) in due where time <= now {
      due[id] = nil
      guard let program = try? WorkerProgram(.builtIn(id), backends: backends) else { continue }
      var pair: [Int32] = [-1, -1]
      guard linux_socket_pair(&pair) == 0 else { continue }
      defer { close(pair[1]) }
      let socket = PacketSocket(owning: pair[0])
      let process = forkProcess { program.runWhenRequested(on: pair[1], parent: $0) }
      if process > 0 { workers[id] = Worker(process: process, socket: socket) }
    }
  }

  /// Gives a request, with the descriptors of its socket and its source, to a worker that is ready;
  /// nil if none is. Work at the back gets none, since the helper has begun at the front.
  mutating func assign(
    _ request: WorkerRequest, _ packet: Packet, _ descriptors: [Int32]
  ) -> pid_t? {
    guard request.pace == .front, case .builtIn(let id) = request.backend,
      let worker = workers.removeValue(forKey: id),
      (try? worker.socket.send(packet, descriptors: descriptors)) != nil
    else { return nil }
    return worker.process
  }

  /// Forgets a worker that has ended.
  mutating func remove(_ process: pid_t) {
    workers = workers.filter { $0.value.process != process }
  }
}

/// Forks this process: `body` is the program of the new one, and gets the number of this one. Returns
/// the number of the new process, or -1.
func forkProcess(_ body: (pid_t) -> Never) -> pid_t {
  let parent = getpid()
  let process = linux_fork()
  if process == 0 { body(parent) }
  return process
}
