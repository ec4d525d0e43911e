import Glibc
import RectoPageModel

extension ProcessorTime {
  /// The time of a process and of its running descendants.
  ///
  /// A process has waited for as long as the one of its threads that waited longest, since its threads
  /// mostly wait at the same time. Processes mostly wait for each other, so their times add up. Reads
  /// `/proc/PID/task/TID/schedstat`, whose second number is nanoseconds of waiting (the kernel's
  /// `sched-stats.rst`), and `/proc/PID/stat` (proc(5)); 0 if the kernel counts none of it.
  init(ofFamilyOf process: pid_t) {
    self.init()
    for member in [process] + descendants(of: process) {
      waited += threads(of: member).reduce(0) { longest, thread in
        let numbers = fields(ofFile: "/proc/\(member)/task/\(thread)/schedstat")
        return max(longest, numbers.count > 1 ? (Double(numbers[1]) ?? 0) * 1e-9 : 0)
      }
      used += Self.used(by: member)
    }
  }

  /// The seconds of processors that a process used, in all of its threads.
  private static func used(by process: pid_t) -> Double {
    // The program's name comes first, in parentheses, and may contain any characters.
    let numbers = fields(ofFile: "/proc/\(process)/stat", after: UInt8(ascii: ")"))
    guard numbers.count > 12 else { return 0 }
    let ticks = (Double(numbers[11]) ?? 0) + (Double(numbers[12]) ?? 0)
    return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

/// The words of a short file, or of what follows the last of some bytes in it; none where it cannot be
/// read.
private func fields(ofFile path: String, after mark: UInt8? = nil) -> [Substring] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return [] }
  defer { close(file) }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { buffer in
    let count = max(0, read(file, buffer.baseAddress, buffer.count))
    let bytes = buffer[..<count]
    let start = mark.flatMap { bytes.lastIndex(of: $0) }.map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self).split { $0 == " " || $0 == "\n" }
  }
}
