import Glibc
import Testing

@testable import RectoWorkers

@Suite struct MemoryGaugeTests {
  /// Other tests run beside this one, so that half of the allocated memory must suffice.
  @Test func memoryOfItsOwnIsSeenAndTheMostIsKept() {
    let gauge = MemoryGauge(process: getpid())
    let before = gauge.privateMiB
    #expect(before > 0)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 20, alignment: 4096)
    block.initializeMemory(as: UInt8.self, repeating: 1)
    let during = gauge.privateMiB
    block.deallocate()
    #expect(during >= before + 128)
    #expect(gauge.highestMiB >= during)
    _ = gauge.privateMiB
    #expect(gauge.highestMiB >= during)
  }

  @Test func aMappedFileAndSharedMemoryAreNotItsOwn() throws {
    let gauge = MemoryGauge(process: getpid())
    let before = gauge.privateMiB
    let count = 512 << 20
    let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    try #require(start != MAP_FAILED)
    let shared = UnsafeMutableRawBufferPointer(start: start, count: count)
    defer { munmap(start, count) }
    for place in stride(from: 0, to: count, by: 4096) { shared[place] = 1 }
    #expect(gauge.privateMiB < before + 256)
  }

  @Test func aProcessThatIsNotThereHasNone() {
    // Beyond what a process's number can be.
    #expect(MemoryGauge(process: 99_999_999).privateMiB == 0)
  }
}
