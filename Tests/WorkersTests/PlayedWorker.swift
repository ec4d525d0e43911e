import CRectoLinux
import Foundation
import Glibc
import RectoPageModel
import TestSupport
import Testing

@testable import RectoWorkers

/// Has a host ask one job of a worker that `work` plays in the name of a process, and gives what
/// becomes of it.
func askPlayedWorker(
  _ store: any LayoutStore, process: pid_t = 0,
  _ work: @escaping @Sendable (PacketSocket, Packet) -> Void
) throws -> Result<[UInt8], any Error> {
  let (host, worker) = try startPlayedWorker(process: process)
  let thread = Thread {
    if let (job, _) = try? worker.receive() { work(worker, job) }
  }
  thread.start()
  return Result {
    try host.run(
      Packet(kind: .ask, sequence: 9), seconds: Patience.seconds, limits: WorkerLimits(),
      layouts: store)
  }
}

/// A host's end of a worker, and the end that the test plays, in the name of a process.
func startPlayedWorker(process: pid_t = 0) throws -> (host: WorkerProcess, worker: PacketSocket) {
  var pair: [Int32] = [-1, -1]
  try #require(linux_socket_pair(&pair) == 0)
  let (host, worker) = (PacketSocket(owning: pair[0]), PacketSocket(owning: pair[1]))
  // Stands for the descriptor of the worker's process, which is not killed.
  let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
  defer { close(nothing) }
  try worker.send(Packet(kind: .started, index: Int64(process)), descriptors: [nothing])
  return (try WorkerProcess(host), worker)
}
