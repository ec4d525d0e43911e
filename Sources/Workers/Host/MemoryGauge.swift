import Glibc
import Synchronization

/// Measures the private memory of another process and of its descendants.
final class MemoryGauge: Sendable {
  private let process: pid_t
  private let own: ProcessMemory
  private let highest = Atomic(0)
  private let family = Mutex(Family())

  private struct Family {
    var members: [pid_t: ProcessMemory] = [:]
    var nextCheck = ContinuousClock.now
  }

  /// The interval at which the descendants are listed again. Their memory is read more often.
  private static let listMilliseconds = 50

  init(process: pid_t) {
    self.process = process
    own = ProcessMemory(process)
  }

  /// Resident MiB of the process without mapped files and shared memory; 0 after its end.
  var privateMiB: Int {
    let mebibytes = Self.mebibytes(own.privatePages)
    highest.max(mebibytes, ordering: .relaxed)
    return mebibytes
  }

  /// The highest value of `privateMiB` so far.
  var highestMiB: Int { highest.load(ordering: .relaxed) }

  /// The private memory of all its descendants together.
  var helpersMiB: Int {
    let pages = family.withLock { family in
      if ContinuousClock.now >= family.nextCheck {
        family.nextCheck = .now + .milliseconds(Self.listMilliseconds)
        let members = descendants(of: process)
        family.members = family.members.filter { members.contains($0.key) }
        for member in members where family.members[member] == nil {
          family.members[member] = ProcessMemory(member)
        }
      }
      return family.members.values.reduce(0) { $0 + $1.privatePages }
    }
    return Self.mebibytes(pages)
  }

  private static func mebibytes(_ pages: Int) -> Int {
    (pages * Int(sysconf(Int32(_SC_PAGESIZE)))) >> 20
  }
}

/// The memory of one process.
private final class ProcessMemory: Sendable {
  /// `/proc/PID/statm`, which stays bound to the process even if its number is reused; -1 if it
  /// could not be opened.
  private let descriptor: Int32

  init(_ process: pid_t) {
    descriptor = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Resident less shared pages, the second and third numbers (proc(5)); 0 after the process's end.
  var privatePages: Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return 0 }
      let numbers = buffer[..<count].split(separator: UInt8(ascii: " ")).map { digits in
        digits.reduce(0) { $0 &* 10 &+ Int($1 &- UInt8(ascii: "0")) }
      }
      return numbers.count > 2 ? numbers[1] - numbers[2] : 0
    }
  }
}
