import CRectoLinux
import FuzzSupport
import Glibc
import RectoPageModel

@testable import RectoPluginKit
@testable import RectoWorkers

/// The content of a worker's socket: messages, with or without descriptors.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let all = Array(UnsafeBufferPointer(start: bytes, count: count))
  readPacket(all)
  readError(all)
  readText(all)
  let free = lowestFreeDescriptor()
  converse(Input(bytes, count))
  demand(lowestFreeDescriptor() == free, "a descriptor was left open")
  return 0
}

/// A packet is written as the bytes that it was read from.
private func readPacket(_ bytes: [UInt8]) {
  guard let packet = bytes.withUnsafeBytes({ Packet($0) }) else { return }
  demand(packet.header + packet.payload == bytes, "the packet is written as something else")
}

/// An error's sentence can be shown, whatever its origin.
private func readError(_ bytes: [UInt8]) {
  let status = bytes.first ?? 0
  demandShowable(PageError(wireStatus: status, message: bytes).message, upTo: 2000)
  let ofTable = PageError(tableStatus: Int32(status), sentence: bytes, plugin: "fuzz")
  demandShowable(ofTable.message, upTo: 500)
}

/// A page's text that can be read is written as one that is read as the same.
private func readText(_ bytes: [UInt8]) {
  guard let text = try? PageText(packed: bytes) else { return }
  demand((try? PageText(packed: text.packed)) == text, "the text is written as another one")
}

/// A host asks a worker that says all it has to say and hangs up.
private func converse(_ input: Input) {
  var input = input
  var pair: [Int32] = [-1, -1]
  demand(linux_socket_pair(&pair) == 0, "there are no sockets")
  let host = PacketSocket(owning: pair[0])
  do {
    // Stands for the worker's process, and cannot be killed, since it is not a process.
    let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    let worker = PacketSocket(owning: pair[1])
    defer { close(nothing) }
    // Without a reader, writes that do not fit are dropped.
    _ = fcntl(pair[1], F_SETFL, O_NONBLOCK)
    try? worker.send(Packet(kind: .started), descriptors: [nothing])
    while !input.isEmpty {
      let descriptors = Array(repeating: nothing, count: Int(input.byte()) % 3)
      let message = input.bytes(Int(input.byte()))
      linux_send(pair[1], nil, 0, message, message.count, descriptors, Int32(descriptors.count))
    }
  }
  ask(host)
}

private func ask(_ socket: PacketSocket) {
  var limits = WorkerLimits()
  limits.answerBytes = 512
  do throws(WorkerFailure) {
    let worker = try WorkerProcess(socket)
    for sequence in 1...3 as ClosedRange<UInt32> {
      let job = Packet(kind: .ask, sequence: sequence)
      let answer = try worker.run(
        job, seconds: 1, limits: limits, layouts: CheckedLayouts())
      demand(answer.count <= limits.answerBytes, "the answer is over the limit")
    }
  } catch {
    if case .refused(let error) = error { demandShowable(error.message, upTo: 2000) }
  }
}

/// Lends one layout, and keeps none.
private struct CheckedLayouts: LayoutStore {
  func layout(_ name: LayoutName) -> [UInt8]? { name == .pagination ? [1, 2, 3] : nil }

  func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {
    demand(bytes.count <= KeptLayout.maximumBytes, "the layout is over the limit")
    demand(LayoutName(name.text) == name, "the layout has no name")
  }
}

private func lowestFreeDescriptor() -> Int32 {
  let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
  close(descriptor)
  return descriptor
}
