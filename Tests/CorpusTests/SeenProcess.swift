import Foundation
import Glibc

/// A process that was seen to run, as `/proc` shows it (proc(5)).
struct SeenProcess: Sendable, Hashable {
  var id: pid_t
  /// Its start, in ticks of the kernel, since process numbers are reused.
  private var start: String

  /// A process and all that it and those that it started have started.
  static func family(of process: pid_t) -> [SeenProcess] {
    guard let facts = facts(of: process) else { return [] }
    let children = text("/proc/\(process)/task/\(process)/children").split(separator: " ")
    return [SeenProcess(id: process, start: facts.start)]
      + children.compactMap { pid_t($0) }.flatMap(family)
  }

  /// True if it has ended, even if its parent has not noticed yet.
  var hasEnded: Bool {
    guard let facts = Self.facts(of: id), facts.start == start else { return true }
    return ["Z", "X"].contains(facts.state)
  }

  /// The resident set of a process that runs, in KiB, without the pixels that it shares with others; 0 as
  /// long as it is a copy of this one, whose memory it has until the moment at which the program is another.
  static func ownSize(of process: pid_t) -> Int {
    guard program(of: process) != ownProgram else { return 0 }
    return withText(of: "/proc/\(process)/status") { text in
      ["RssAnon", "RssFile"].reduce(0) { size, name in
        size + (strstr(text, "\n\(name):").map { strtol($0 + name.utf8.count + 2, nil, 10) } ?? 0)
      }
    } ?? 0
  }

  private static let ownProgram = program(of: getpid())

  private static func program(of process: pid_t) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe")
  }

  /// The third field of `/proc/PID/stat` and the twenty-second; the second, in brackets, may hold
  /// anything.
  private static func facts(of process: pid_t) -> (state: String, start: String)? {
    let line = text("/proc/\(process)/stat")
    guard let bracket = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: bracket)...].split(separator: " ")
    return fields.count > 19 ? (String(fields[0]), String(fields[19])) : nil
  }

  private static func text(_ path: String) -> String {
    withText(of: path) { String(cString: $0) } ?? ""
  }

  /// Lends the beginning of a file of the kernel, which ends with a zero. A process is looked at a
  /// hundred times a second, so no line is read that is not asked for.
  private static func withText<Result>(
    of path: String, _ body: (UnsafeMutablePointer<CChar>) -> Result?
  ) -> Result? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1 << 14) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      start[max(0, read(file, start, buffer.count - 1))] = 0
      return body(start)
    }
  }
}
