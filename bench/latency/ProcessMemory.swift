import Glibc
import RectoPageModel

/// The memory of a process, in megabytes.
struct ProcessMemory {
  /// All that it ever had at once, with libraries and shared memory.
  let peak: Double
  /// Its own now: what no other process has too.
  let own: Double

  /// Throws `unreadable` for a process that is gone. Reads `/proc/PID/status` (proc(5)).
  init(of process: String) throws(PageError) {
    let status = try text("/proc/\(process)/status")
    func megabytes(_ name: String) -> Double {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
      let kibibytes = line?.split(whereSeparator: \.isWhitespace).dropFirst().first ?? ""
      return (Double(kibibytes) ?? .nan) * 1024 / 1e6
    }
    peak = megabytes("VmHWM:")
    own = megabytes("RssAnon:")
  }

  /// Has the peak of this process start again from what it has now.
  static func resetOwnPeak() {
    guard let file = fopen("/proc/self/clear_refs", "w") else { return }
    fputs("5", file)
    fclose(file)
  }

  /// The workers: what the zygotes, which are this process's children, have forked.
  static func workers() throws(PageError) -> [String] {
    var found: [String] = []
    for zygote in try children(of: "\(getpid())") { found += try children(of: zygote) }
    return found
  }

  /// The private memory of the largest worker with all processes below it.
  static func largestFamily() throws(PageError) -> Double {
    var most = 0.0
    for worker in try workers() {
      var family = [worker]
      var sum = 0.0
      while let process = family.popLast() {
        sum += (try? ProcessMemory(of: process).own) ?? 0
        family += (try? children(of: process)) ?? []
      }
      most = max(most, sum)
    }
    return most
  }

  private static func children(of process: String) throws(PageError) -> [String] {
    var found: [String] = []
    for task in try folderEntries(of: "/proc/\(process)/task") {
      // A thread may end between the two.
      let children = (try? text("/proc/\(process)/task/\(task)/children")) ?? ""
      found += children.split(separator: " ").map(String.init)
    }
    return found
  }
}

private func text(_ path: String) throws(PageError) -> String {
  guard let file = fopen(path, "r") else {
    throw PageError(.unreadable, "\(path) cannot be read")
  }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}
