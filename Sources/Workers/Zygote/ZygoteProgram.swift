import CRectoLinux
import Glibc
import RectoPageModel
import RectoPluginKit

/// The program of the zygote's process: it forks a worker for each request, tells the host of each
/// worker's end, and ends with the host.
public struct ZygoteProgram {
  /// The argument that makes a program run as a zygote.
  public static let argument = "zygote"
  /// The descriptor of the socket to the host, in a program started as a zygote.
  static let descriptor: Int32 = 3

  let backends: [any PageBackend]
  /// True if a backend's libraries are loaded before its first worker is forked; see `Zygote.fork`.
  let preloads: Bool

  /// Runs the zygote and does not return if this process was started as one. Call it first in
  /// `main`.
  public static func runIfAsked(_ backends: @autoclosure () -> [any PageBackend]) {
    let arguments = CommandLine.arguments
    guard arguments.count == 2, arguments[1] == argument else { return }
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0,
      kind == Int32(SOCK_SEQPACKET.rawValue)
    else { return }
    ZygoteProgram(backends: backends(), preloads: true).run(on: descriptor, saysVersion: true)
  }

  /// One worker, as the zygote knows it.
  private struct Child {
    /// A copy of the worker's end of its socket. It keeps the connection open after the worker's
    /// end, so that the zygote's message of the end is the last that the host receives.
    let socket: PacketSocket
  }

  /// Serves the host on a socket until the socket is closed or the host has ended. Workers are
  /// forked from this process and end with it.
  func run(on descriptor: Int32, saysVersion: Bool = false) -> Never {
    // A closed socket alone does not tell that the host has ended: a fork of the host keeps it
    // open. The socket's peer is the host, because it made the socket.
    let host = linux_process_descriptor(linux_socket_peer(descriptor))
    guard host >= 0 else { _exit(0) }
    prepare(keeping: [descriptor, host])
    // A failure here happens again in each worker, which reports it.
    try? Sandbox.preload()
    let control = PacketSocket(owning: descriptor)
    if saysVersion {
      try? control.send(Packet(kind: .version, payload: Array(rectoVersion.utf8)))
    }
    let endings = linux_child_signals()
    var children: [pid_t: Child] = [:]
    var preloaded: Set<String> = []
    var ready = ReadyWorkers(backends: backends)
    while true {
      var entries = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: endings, events: Int16(POLLIN), revents: 0),
        pollfd(fd: host, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&entries, 3, ready.milliseconds)
      if count == 0 { ready.makeDue() }
      guard count > 0 else { continue }
      if entries[2].revents != 0 { end(children, ready) }
      if entries[1].revents != 0 { reap(&children, &ready, endings) }
      guard entries[0].revents != 0 else { continue }
      do throws(PacketSocket.Failure) {
        let (packet, descriptors) = try control.receive()
        start(packet, descriptors, &children, &preloaded, &ready)
      } catch {
        end(children, ready)
      }
    }
  }

  /// Drops everything that belongs to the host: its files, its terminal, its signals, its priority.
  private func prepare(keeping descriptors: [Int32]) {
    WorkPace.front.begin()
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2] {
      Glibc.signal(signal, SIG_IGN)
    }
    let nowhere = open("/dev/null", O_RDWR)
    // A sanitizer's report must not be lost.
    let lastStream: Int32 = linux_has_sanitizer() != 0 ? STDOUT_FILENO : STDERR_FILENO
    for stream in STDIN_FILENO...lastStream { dup2(nowhere, stream) }
    let kept = [0, 1, 2] + descriptors.sorted()
    linux_close_others(kept, Int32(kept.count))
  }

  private func start(
    _ packet: Packet, _ descriptors: [Int32], _ children: inout [pid_t: Child],
    _ preloaded: inout Set<String>, _ ready: inout ReadyWorkers
  ) {
    guard let first = descriptors.first else { return }
    let socket = PacketSocket(owning: first)
    let source = descriptors.count > 1 ? descriptors[1] : -1
    defer { if source >= 0 { close(source) } }
    let (request, program): (WorkerRequest, WorkerProgram)
    do throws(PageError) {
      request = try WorkerRequest(wire: packet.payload)
      program = try WorkerProgram(request.backend, backends: backends)
      if preloads, preloaded.insert(program.backend.id).inserted { program.backend.preload() }
      guard try ProcessFacts().threads == 1 else {
        throw PageError(.bug, "preloading the backend left a thread behind")
      }
    } catch {
      let message = Array(error.message.utf8)
      try? socket.send(
        Packet(kind: .failure, status: error.wireStatus, payload: message))
      return
    }
    let process =
      ready.assign(request, packet, descriptors)
      ?? forkProcess { program.run(request, on: first, source: source, parent: $0) }
    ready.expect(after: request)
    let handle = process > 0 ? linux_process_descriptor(process) : -1
    guard handle >= 0 else {
      // The closed socket tells the host.
      if process > 0 {
        kill(process, SIGKILL)
        while waitpid(process, nil, 0) < 0, errno == EINTR {}
      }
      return
    }
    children[process] = Child(socket: socket)
    try? socket.send(Packet(kind: .started, index: Int64(process)), descriptors: [handle])
    close(handle)
  }

  /// Reports the workers that have ended to the host.
  private func reap(
    _ children: inout [pid_t: Child], _ ready: inout ReadyWorkers, _ endings: Int32
  ) {
    var information = [UInt8](repeating: 0, count: 1024)
    while read(endings, &information, information.count) > 0 {}
    var status: Int32 = 0
    while case let process = waitpid(-1, &status, WNOHANG), process > 0 {
      ready.remove(process)
      let child = children.removeValue(forKey: process)
      try? child?.socket.send(Packet(kind: .ended, index: Int64(status)))
    }
  }

  /// Kills the workers and exits: the host has ended or has closed the socket.
  private func end(_ children: [pid_t: Child], _ ready: ReadyWorkers) -> Never {
    let processes = Array(children.keys) + ready.processes
    for process in processes { kill(process, SIGKILL) }
    for process in processes {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    _exit(0)
  }
}
