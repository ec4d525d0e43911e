import CRectoLinux
import Glibc
import RectoPageModel
import Synchronization

/// The process that workers are forked from: it has one thread and the libraries loaded, and
/// never sees a byte of a source. It ends with its host.
public final class Zygote: Sendable {
  private struct State {
    var process: pid_t
    var control: PacketSocket?
    /// The number of starts that failed in a row, and the time of the first of them.
    var failures = 0
    var failingSince: ContinuousClock.Instant?
    /// True until the process has sent its version.
    var owesVersion: Bool
    var isShutDown = false
  }

  private let state: Mutex<State>
  /// Held during a restart, so that one caller restarts the program for all.
  private let restarting = Mutex(())
  /// Held while waiting for the version, so that one caller receives it for all.
  private let versionCheck = Mutex(())
  /// The program to start when the present process is gone.
  private let program: String
  /// The time that a worker may take to start.
  private let startMilliseconds: Int32

  private init(
    process: pid_t, control: PacketSocket, program: String, owesVersion: Bool,
    startMilliseconds: Int32 = WorkerProcess.startMilliseconds
  ) {
    state = Mutex(State(process: process, control: control, owesVersion: owesVersion))
    self.program = program
    self.startMilliseconds = startMilliseconds
  }

  deinit { shutDown() }

  /// The identifier of its process, which changes with a restart; -1 after `shutDown`.
  public var processIdentifier: pid_t { state.withLock(\.process) }

  /// Forks a zygote with `backends` from this process, which must have one thread still: call it
  /// first of all in `main`. With `preloads` it loads a backend's libraries before its first
  /// worker, for all that follow. That is faster for commands with many workers; a command with one
  /// or two workers is faster if they load only what they need.
  ///
  /// Throws `bug` where threads are running, or where `fork` fails.
  public static func fork(
    _ backends: [any PageBackend], preloads: Bool
  ) throws(PageError) -> Zygote {
    guard try ProcessFacts().threads == 1 else {
      throw PageError(.bug, "a zygote can be forked only before the first thread starts")
    }
    var pair: [Int32] = [-1, -1]
    guard linux_socket_pair(&pair) == 0 else { throw cannotStart() }
    let process = linux_fork()
    if process == 0 {
      close(pair[0])
      ZygoteProgram(backends: backends, preloads: preloads).run(on: pair[1])
    }
    close(pair[1])
    let control = PacketSocket(owning: pair[0])
    guard process > 0 else { throw cannotStart() }
    return Zygote(
      process: process, control: control, program: "/proc/self/exe", owesVersion: false)
  }

  /// Starts a zygote from a program that contains the backends.
  ///
  /// The program starts with the default signal handling. If its version is another one, the first
  /// worker fails with `notInstalled`.
  ///
  /// Throws `notInstalled` if the program cannot be started. Calls `posix_spawn`.
  public static func spawn(_ program: String) throws(PageError) -> Zygote {
    try spawn(program, startMilliseconds: WorkerProcess.startMilliseconds)
  }

  /// The same with another time for workers to start.
  package static func spawn(
    _ program: String, startMilliseconds: Int32
  ) throws(PageError) -> Zygote {
    let (process, control) = try start(program)
    return Zygote(
      process: process, control: control, program: program, owesVersion: true,
      startMilliseconds: startMilliseconds)
  }

  private static func start(_ program: String) throws(PageError) -> (pid_t, PacketSocket) {
    var pair: [Int32] = [-1, -1]
    guard linux_socket_pair(&pair) == 0 else { throw cannotStart() }
    defer { close(pair[1]) }
    let control = PacketSocket(owning: pair[0])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pair[1], ZygoteProgram.descriptor)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = [strdup(program), strdup(ZygoteProgram.argument), nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let status = posix_spawn(
      &process, program, &actions, &attributes, &arguments, linux_environment())
    guard status == 0 else {
      throw PageError(
        .notInstalled,
        "the worker program \(program) cannot be started: \(String(cString: strerror(status)))")
    }
    return (process, control)
  }

  private static func cannotStart() -> PageError {
    PageError(.busy, "no worker can be started: \(String(cString: strerror(errno)))")
  }

  /// Starts a worker for a request and passes it the source's descriptor, which the caller keeps.
  ///
  /// A zygote that is gone is restarted, after a pause that doubles with each failure. A slow
  /// zygote is restarted only if it has started no worker for a minute, since all its workers end
  /// with it.
  ///
  /// Throws `busy` if too many files are open, or if the system starts no process in time.
  func startWorker(_ request: [UInt8], source: Int32?) throws(PageError) -> WorkerProcess {
    try OpenFiles.requireRoom(for: Self.spareFiles)
    var pause: UInt32 = 0
    for _ in 0..<Self.tries {
      if pause > 0 { blocking { _ = usleep(pause) } }
      let process = processIdentifier
      do throws(WorkerFailure) {
        let worker = try WorkerProcess(
          try send(request, source: source), within: startMilliseconds)
        state.withLock { state in
          state.failures = 0
          state.failingSince = nil
        }
        return worker
      } catch {
        if case .refused(let error) = error { throw error }
        let isOver: Bool
        (pause, isOver) = state.withLock { state in
          state.failures += 1
          let since = state.failingSince ?? .now
          state.failingSince = since
          let isStuck = ContinuousClock.now - since >= Self.mostSilence
          let isGone = state.control?.isHungUp ?? true
          return (UInt32(10_000 << min(state.failures, 7)), isStuck || isGone)
        }
        guard isOver else { throw Self.slow }
        restart(after: process)
      }
    }
    throw PageError(.bug, "no worker can be started: the zygote does not answer")
  }

  private static let tries = 4
  private static let mostSilence = Duration.seconds(60)

  private static var slow: PageError {
    PageError(.busy, "no worker could be started in time: try again later")
  }
  /// Descriptors that a worker takes here, such as those of its socket and its pixel memory.
  private static let spareFiles: Int32 = 16

  /// Sends the request, and returns the host's end of the new worker's socket.
  private func send(
    _ request: [UInt8], source: Int32?
  ) throws(WorkerFailure) -> PacketSocket {
    var pair: [Int32] = [-1, -1]
    guard linux_socket_pair(&pair) == 0 else { throw .refused(Self.cannotStart()) }
    defer { close(pair[1]) }
    let socket = PacketSocket(owning: pair[0])
    let descriptors = [pair[1]] + (source.map { [$0] } ?? [])
    let packet = Packet(kind: .open, payload: request)
    guard request.count <= Packet.payloadCapacity else {
      throw .refused(
        PageError(
          .limit,
          "the source has too many files beside it: their paths fill more than "
            + "\(Packet.payloadCapacity >> 10) KiB"))
    }
    guard let control = try checkedControl(),
      (try? control.send(packet, descriptors: descriptors)) != nil
    else { throw .notStarted }
    return socket
  }

  /// Checks the version of a new process and returns its socket; nil while no process runs.
  private func checkedControl() throws(WorkerFailure) -> PacketSocket? {
    try versionCheck.withLock { _ throws(WorkerFailure) in
      let (control, owesVersion) = state.withLock { ($0.control, $0.owesVersion) }
      guard owesVersion, let control else { return control }
      try checkVersion(on: control)
      state.withLock { if $0.control === control { $0.owesVersion = false } }
      return control
    }
  }

  /// A program takes some 30 ms to start, on a busy machine much longer.
  private static let versionMilliseconds: Int32 = 30_000

  /// Waits for the version, which the program sends first.
  private func checkVersion(on control: PacketSocket) throws(WorkerFailure) {
    guard control.isReadable(within: Self.versionMilliseconds) else { throw .notStarted }
    guard let (packet, descriptors) = try? control.receive() else {
      throw .refused(
        PageError(
          .notInstalled,
          "the worker program \(program) is not the recto command of version \(rectoVersion): "
            + "install that version"))
    }
    for descriptor in descriptors { close(descriptor) }
    let version = String(decoding: packet.payload.prefix(64), as: UTF8.self)
    guard packet.kind == .version, version == rectoVersion else {
      let stated = packet.kind == .version ? "of version \(version)" : "another one"
      throw .refused(
        PageError(
          .notInstalled,
          "the recto command \(program) is \(stated), and version \(rectoVersion) is needed: "
            + "install that version"))
    }
  }

  /// Restarts the program, unless another caller has replaced `process` meanwhile.
  private func restart(after process: pid_t) {
    restarting.withLock { _ in
      guard state.withLock({ $0.process == process && !$0.isShutDown }) else { return }
      endProcess()
      guard let (process, control) = try? Self.start(program) else { return }
      let isWanted = state.withLock { state in
        state.process = process
        state.control = control
        state.owesVersion = true
        return !state.isShutDown
      }
      if !isWanted { endProcess() }
    }
  }

  /// Ends the zygote and all its workers, and waits for it. No worker can be started after that.
  public func shutDown() {
    state.withLock { $0.isShutDown = true }
    endProcess()
  }

  private func endProcess() {
    let process = state.withLock { state in
      state.control?.hangUp()
      state.control = nil
      let process = state.process
      state.process = -1
      return process
    }
    guard process > 0 else { return }
    var status: Int32 = 0
    while blocking({ waitpid(process, &status, 0) }) < 0, errno == EINTR {}
  }
}
