import TestSupport
import Testing

@testable import RectoPageModel
@testable import RectoWorkers

@Suite struct AttachedMemoryTests {
  private func memory(_ identifier: UInt64, mebibytes: Int) -> SharedMemory {
    SharedMemory(descriptor: -1, identifier: identifier, count: mebibytes << 20)
  }

  @Test func memoryIsSentOnceAndThenKnown() {
    var attached = AttachedMemory()
    let page = memory(1, mebibytes: 8)
    #expect(attached.attach(page) == (true, []))
    #expect(attached.attach(page) == (false, []))
  }

  @Test func theLeastRecentlyUsedIsForgottenFirst() {
    var attached = AttachedMemory()
    for identifier in 1...4 as ClosedRange<UInt64> {
      #expect(attached.attach(memory(identifier, mebibytes: 64)) == (true, []))
    }
    #expect(attached.attach(memory(1, mebibytes: 64)) == (false, []))
    #expect(attached.attach(memory(5, mebibytes: 100)) == (true, [2, 3]))
    #expect(attached.attach(memory(1, mebibytes: 64)) == (false, []))
    #expect(attached.attach(memory(2, mebibytes: 64)) == (true, [4]))
  }

  @Test func memoryThatIsLargerThanAllIsKeptAlone() {
    var attached = AttachedMemory()
    _ = attached.attach(memory(1, mebibytes: 1))
    #expect(attached.attach(memory(2, mebibytes: 1000)) == (true, [1]))
    #expect(attached.attach(memory(2, mebibytes: 1000)) == (false, []))
    #expect(attached.attach(memory(3, mebibytes: 1)) == (true, [2]))
  }

  @Test func memoryThatTheWorkerMayLackIsSentAgain() {
    var attached = AttachedMemory()
    _ = attached.attach(memory(1, mebibytes: 1))
    _ = attached.attach(memory(2, mebibytes: 1))
    attached.detach(memory(2, mebibytes: 1))
    #expect(attached.attach(memory(2, mebibytes: 1)) == (true, []))
    #expect(attached.attach(memory(1, mebibytes: 1)) == (false, []))
  }

  /// Against a list of what a worker that follows every word has mapped.
  @Test func hostAndWorkerAgreeAndTheSumIsBounded() {
    var random = SeededGenerator(seed: 4)
    var attached = AttachedMemory()
    var mapped: [UInt64: Int] = [:]
    for _ in 0..<2000 {
      let identifier = UInt64.random(in: 1...40, using: &random)
      let wanted = memory(identifier, mebibytes: Int(identifier * 7 % 90) + 1)
      let (isNew, dropped) = attached.attach(wanted)
      for identifier in dropped { #expect(mapped.removeValue(forKey: identifier) != nil) }
      #expect(isNew == (mapped[identifier] == nil))
      mapped[identifier] = wanted.count
      let others = mapped.values.reduce(0, +) - wanted.count
      #expect(others <= AttachedMemory.capacity)
    }
  }
}
