import CRectoLinux
import Glibc
import RectoPageModel
import RectoPluginKit

/// The program of a worker's process: it enters its sandbox, opens one source, and answers the host
/// until the host closes the socket.
struct WorkerProgram {
  let backend: any PageBackend

  /// Throws `bug` if the requested backend does not exist, and what reading a plugin's manifest
  /// throws.
  init(_ requested: WorkerRequest.Backend, backends: [any PageBackend]) throws(PageError) {
    switch requested {
    case .builtIn(let id):
      guard let backend = backends.first(where: { $0.id == id }) else {
        throw PageError(.bug, "the worker program has no backend \(id)")
      }
      self.backend = backend
    case .plugin(let path):
      backend = try PluginBackend(manifestPath: path)
    }
  }

  /// Serves the host on a socket; `source` is the source's descriptor, or -1 for a folder.
  func run(
    _ request: WorkerRequest, on descriptor: Int32, source: Int32, parent: pid_t
  ) -> Never {
    prepare(keeping: [descriptor, source])
    request.pace.begin(after: .front)
    let socket = PacketSocket(owning: descriptor)
    let host = HostServices(socket)
    // Before the sandbox, which allows no new process.
    let session = Result { () throws(PageError) in
      try (backend as? any SubprocessBackend)?.prepareHelper(host)
    }
    serve(request, on: socket, of: host, source: source, session: session, parent: parent)
  }

  /// Starts the helper, and waits for a request of the zygote on a socket: with the socket to the
  /// host, and the source's descriptor. The request is at the front, as this process is.
  func runWhenRequested(on descriptor: Int32, parent: pid_t) -> Never {
    prepare(keeping: [descriptor])
    _ = linux_die_with_parent(SIGKILL)
    guard getppid() == parent else { _exit(0) }
    let socket = PacketSocket(owning: descriptor)
    let host = HostServices(socket)
    do {
      guard let backend = backend as? any StartableBackend else { _exit(0) }
      let session = try backend.startHelper(host)
      let (packet, descriptors) = try socket.receive()
      let request = try WorkerRequest(wire: packet.payload)
      guard let first = descriptors.first, dup2(first, descriptor) == descriptor else { _exit(0) }
      close(first)
      serve(
        request, on: socket, of: host, source: descriptors.count > 1 ? descriptors[1] : -1,
        session: .success(session), parent: parent)
    } catch {
      // If it was requested meanwhile, the host repeats the request in another worker.
      _exit(Self.helperEnded)
    }
  }

  private func prepare(keeping descriptors: [Int32]) {
    let kept = ([0, 1, 2] + descriptors).filter { $0 >= 0 }.sorted()
    linux_close_others(kept, Int32(kept.count))
    linux_keep_heap()
  }

  private func serve(
    _ request: WorkerRequest, on socket: PacketSocket, of host: HostServices, source: Int32,
    session: Result<(any BackendSession)?, PageError>, parent: pid_t
  ) -> Never {
    var confinement: PageError?
    var helped: (any BackendSession)?
    switch session {
    case .success(let session): helped = session
    case .failure(let error): confinement = error
    }
    if request.isSandboxed {
      do throws(PageError) { try sandbox(request, parent: parent) } catch {
        confinement = confinement ?? error
      }
    } else {
      _ = linux_die_with_parent(SIGKILL)
    }
    let service = WorkerService(
      request: request, backend: backend, session: helped, source: source, layouts: host)
    while let (job, descriptors) = try? socket.receive() {
      host.sequence = job.sequence
      // Fails closed: a worker without its sandbox answers every job with the reason.
      if let confinement {
        reply(.failure(confinement), to: job, on: socket)
      } else {
        let result = service.perform(job, descriptors)
        // After an answer, the host would send the next job here as well.
        guard service.isUsable else { _exit(Self.helperEnded) }
        reply(result, to: job, on: socket)
      }
    }
    _exit(0)
  }

  /// The exit status of a worker that has lost its helper.
  static let helperEnded: Int32 = 3

  /// The address space in MiB in addition to the memory limit, for libraries, shared pixels and
  /// the arenas of threads.
  private static let spareMiB = 512

  private func sandbox(_ request: WorkerRequest, parent: pid_t) throws(PageError) {
    // The backend looks for its files now, since it cannot list their folders inside the sandbox.
    _ = backend.readablePaths
    var sandbox = Sandbox()
    for path in request.readablePaths {
      if isFolder(path) {
        sandbox.readableFolders.append(path)
      } else {
        sandbox.readableFiles.append(path)
      }
    }
    sandbox.memoryBytes = (request.memoryMiB + Self.spareMiB) << 20 + request.sourceBytes
    sandbox.processorSeconds = request.processorSeconds
    try sandbox.apply(parent: parent)
  }

  private func reply(
    _ result: Result<[UInt8], PageError>, to job: Packet, on socket: PacketSocket
  ) {
    var packet = Packet(kind: .answer, sequence: job.sequence)
    var payload: [UInt8]
    switch result {
    case .success(let answer): payload = answer
    case .failure(let error):
      packet.kind = .failure
      packet.status = error.wireStatus
      payload = Array(error.message.utf8)
    }
    // If the host has closed the socket, the next `receive` fails too.
    try? socket.send(packet, inParts: payload)
  }
}
