import Glibc
import Synchronization

/// Reads how much memory another process has of its own.
final class MemoryGauge: Sendable {
  /// `/proc/PID/statm`, which stays that process's even when its number is given to another; -1
  /// where there is none.
  private let descriptor: Int32
  private let highest = Atomic(0)

  init(process: pid_t) {
    descriptor = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Resident MiB without mapped files and shared memory: the second number less the third, in
  /// pages (proc(5)). 0 for a process that has ended.
  var privateMiB: Int {
    let pages = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return 0 }
      let numbers = buffer[..<count].split(separator: UInt8(ascii: " ")).map { digits in
        digits.reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
      }
      return numbers.count > 2 ? numbers[1] - numbers[2] : 0
    }
    let mebibytes = (pages * Int(sysconf(Int32(_SC_PAGESIZE)))) >> 20
    highest.max(mebibytes, ordering: .relaxed)
    return mebibytes
  }

  /// The most that was seen.
  var highestMiB: Int { highest.load(ordering: .relaxed) }
}
