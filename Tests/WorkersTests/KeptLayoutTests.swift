import RectoPageModel
import Synchronization
import TestSupport
import Testing

@testable import RectoWorkers

/// Layouts on their way between a worker and its host.
@Suite struct KeptLayoutTests {
  private static let name = Array("part 7".utf8)

  private func packet(_ payload: [UInt8], name: Int = 0, rest: Int) -> Packet {
    Packet(kind: .keepLayout, status: 1, index: Int64(name), limit: Int64(rest), payload: payload)
  }

  @Test func aLayoutIsPutTogetherFromItsPackets() throws {
    var layout = try #require(
      KeptLayout(first: packet(Self.name + [1, 2], name: Self.name.count, rest: 3)))
    #expect(layout.name == .part(7) && layout.isLasting && !layout.isWhole)
    let second = layout.append(packet([3, 4], rest: 1))
    #expect(second && !layout.isWhole)
    let third = layout.append(packet([5], rest: 0))
    #expect(third && layout.isWhole)
    #expect(layout.bytes == [1, 2, 3, 4, 5])
  }

  @Test func packetsThatBeginNoLayoutAreRefused() {
    let count = Self.name.count
    #expect(KeptLayout(first: packet(Self.name, name: 0, rest: 0)) == nil)
    #expect(KeptLayout(first: packet(Self.name, name: count + 1, rest: 0)) == nil)
    #expect(KeptLayout(first: packet(Self.name, name: -1, rest: 0)) == nil)
    #expect(KeptLayout(first: packet(Self.name, name: count, rest: -1)) == nil)
    let tooLong = KeptLayout.maximumBytes + 1
    #expect(KeptLayout(first: packet(Self.name, name: count, rest: tooLong)) == nil)
    for text in ["../part", "a/b", "part\n", "é", String(repeating: "a", count: 65)] {
      let bytes = Array(text.utf8)
      #expect(KeptLayout(first: packet(bytes, name: bytes.count, rest: 0)) == nil, "\(text)")
    }
  }

  @Test func packetsThatDoNotContinueItAreRefused() throws {
    let count = Self.name.count
    for wrong in [
      packet([], rest: 3), packet([1], rest: 3), packet([1], rest: 1),
      packet([1, 2, 3, 4], rest: 0),
      packet([1], name: 1, rest: 2), packet([1], rest: -1),
    ] {
      var layout = try #require(KeptLayout(first: packet(Self.name, name: count, rest: 3)))
      let isContinued = layout.append(wrong)
      #expect(!isContinued)
    }
  }

  // MARK: The conversation

  private final class Store: LayoutStore {
    let entries = Mutex<[LayoutName: [UInt8]]>([:])

    func layout(_ name: LayoutName) -> [UInt8]? { entries.withLock { $0[name] } }

    func keep(_ bytes: [UInt8], as name: LayoutName, isLasting: Bool) {
      entries.withLock { $0[name] = bytes }
    }
  }

  @Test func aWorkerKeepsAndGetsLayoutsDuringAJob() throws {
    let store = Store()
    let long = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    store.entries.withLock { $0[.part(1)] = [4, 5, 6] }
    let result = try askPlayedWorker(store) { socket, job in
      let layouts = HostServices(socket)
      layouts.sequence = job.sequence
      layouts.keep(long, as: .part(2), isLasting: true)
      layouts.keep([], as: .part(3), isLasting: false)
      let read = [
        layouts.layout(.part(1)) == [4, 5, 6], layouts.layout(.part(2)) == long,
        layouts.layout(.part(3)) == [], layouts.layout(.part(4)) == nil,
      ]
      let answer = Packet(kind: .answer, sequence: job.sequence)
      try? socket.send(answer, inParts: read.map { $0 ? 1 : 0 })
    }
    #expect(try result.get() == [1, 1, 1, 1])
    #expect(store.layout(.part(2)) == long)
  }

  /// Nothing of a layout that is cut off is kept, and its worker is not trusted any more.
  @Test func aLayoutThatIsCutOffEndsTheWorker() throws {
    let store = Store()
    let result = try askPlayedWorker(store) { socket, job in
      var packet = Packet(
        kind: .keepLayout, sequence: job.sequence, index: 6, limit: 10, payload: Self.name)
      try? socket.send(packet)
      packet = Packet(kind: .answer, sequence: job.sequence)
      try? socket.send(packet)
    }
    guard case .failure(WorkerFailure.ended(.invalidReply, _, _)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(store.entries.withLock { $0.isEmpty })
  }
}
