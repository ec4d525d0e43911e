import Glibc

/// The seconds that a process and all that it has started have waited, ready to run, while other
/// processes had the processors.
///
/// Counts the thread of each process that has waited longest, since its threads mostly wait at the
/// same time; processes, which mostly wait for each other, add up. Reads
/// `/proc/PID/task/TID/schedstat`, whose second number is nanoseconds (the kernel's
/// `sched-stats.rst`); 0 where the kernel counts no waiting.
func processorWait(of process: pid_t) -> Double {
  ([process] + descendants(of: process)).reduce(0) { $0 + longestWait(ofThreadsOf: $1) }
}

private func longestWait(ofThreadsOf process: pid_t) -> Double {
  threads(of: process).reduce(0) { max($0, wait(ofThread: $1, of: process)) }
}

private func wait(ofThread thread: String, of process: pid_t) -> Double {
  let file = open("/proc/\(process)/task/\(thread)/schedstat", O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return 0 }
  defer { close(file) }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 128) { buffer in
    let count = read(file, buffer.baseAddress, buffer.count)
    guard count > 0 else { return 0 }
    let numbers = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
    return numbers.count > 1 ? (Double(numbers[1]) ?? 0) * 1e-9 : 0
  }
}
