import CRectoLinux
import Foundation
import Glibc
import TestSupport
import Testing

@testable import RectoWorkers

@Suite struct PacketSocketTests {
  /// A host may have timers whose signals come at any time, and poll(2) ends with each.
  @Test func aSignalEndsNoWait() async throws {
    var pair: [Int32] = [-1, -1]
    try #require(linux_socket_pair(&pair) == 0)
    let (socket, other) = (PacketSocket(owning: pair[0]), PacketSocket(owning: pair[1]))
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = { _ in }
    var before = sigaction()
    sigaction(SIGUSR2, &ignoring, &before)
    defer { sigaction(SIGUSR2, &before, nil) }

    let (waiting, isReadable) = (Future<(thread: UInt, folder: String)>(), Future<Bool>())
    Thread.detachNewThread {
      // Threads of libdispatch block most signals, and so does what they start.
      var none = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, nil)
      let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      waiting.fulfill((UInt(pthread_self()), folder ?? ""))
      isReadable.fulfill(socket.isReadable(within: Int32(Patience.seconds * 1000)))
    }
    let (thread, folder) = try await waiting.value()
    for _ in 0..<20 {
      try await until("the thread sleeps") {
        let state = try String(contentsOfFile: "/proc/\(folder)/stat", encoding: .utf8)
        return state.contains(") S ")
      }
      #expect(isReadable.current == nil)
      pthread_kill(pthread_t(thread), SIGUSR2)
    }
    try other.send(Packet(kind: .answer))
    #expect(try await isReadable.value())
  }

  @Test func descriptorsOfABadPacketAreClosed() throws {
    var pair: [Int32] = [-1, -1]
    try #require(linux_socket_pair(&pair) == 0)
    let (socket, other) = (PacketSocket(owning: pair[0]), PacketSocket(owning: pair[1]))
    let memory = try Descriptor()
    let status = linux_send(other.descriptor, "bad", 3, nil, 0, [memory.number], 1)
    try #require(status == 0)
    #expect(throws: PacketSocket.Failure.self) { try socket.receive() }
    #expect(memory.openCount == 1)
  }

  @Test func aWaitEndsWhereNothingComes() throws {
    var pair: [Int32] = [-1, -1]
    try #require(linux_socket_pair(&pair) == 0)
    let (socket, other) = (PacketSocket(owning: pair[0]), PacketSocket(owning: pair[1]))
    #expect(!socket.isReadable(within: 0) && !socket.isReadable(within: 1))
    #expect(!other.isHungUp)
  }
}
