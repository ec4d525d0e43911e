import Glibc
import RectoPageModel
import Synchronization

/// The requests of a worker to its host in the middle of a job, over the socket: for the layouts
/// that are kept of its source, and for the processor time of its processes.
final class HostServices: LayoutStore, JobClock {
  private let socket: PacketSocket
  private let current = Mutex<UInt32>(0)

  init(_ socket: PacketSocket) { self.socket = socket }

  /// The number of the job that runs.
  var sequence: UInt32 {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  func layout(_ name: LayoutName) -> [UInt8]? {
    let (answer, descriptors) = ask(
      Packet(kind: .wantLayout, sequence: sequence, payload: Array(name.text.utf8)))
    let layout = answer.kind == .layout ? descriptors.first : nil
    for descriptor in descriptors where descriptor != layout { close(descriptor) }
    guard let layout else { return nil }
    return (try? FileBytes(owning: layout))?.withBytes { Array($0) }
  }

  var processorTime: ProcessorTime {
    let (answer, descriptors) = ask(Packet(kind: .wantTime, sequence: sequence))
    for descriptor in descriptors { close(descriptor) }
    guard answer.kind == .time else { return ProcessorTime() }
    return ProcessorTime(waited: Double(answer.index) * 1e-6, used: Double(answer.limit) * 1e-6)
  }

  private func ask(_ request: Packet) -> (Packet, descriptors: [Int32]) {
    guard (try? socket.send(request)) != nil, let answer = try? socket.receive() else {
      // The host has closed the socket and needs no more answers.
      _exit(0)
    }
    return answer
  }

  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {
    guard bytes.count <= KeptLayout.maximumBytes else { return }
    let own = Array(name.text.utf8)
    var rest = bytes[...]
    var packet = Packet(
      kind: .keepLayout, status: isLasting ? 1 : 0, sequence: sequence, index: Int64(own.count))
    packet.payload = own
    repeat {
      let part = rest.prefix(Packet.payloadCapacity - packet.payload.count)
      rest = rest.dropFirst(part.count)
      packet.payload += part
      packet.limit = Int64(rest.count)
      // A host that does not listen any more has closed the socket; the next receive says so.
      guard (try? socket.send(packet)) != nil else { return }
      packet.index = 0
      packet.payload = []
    } while !rest.isEmpty
  }
}
