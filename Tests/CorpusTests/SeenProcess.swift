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

  /// A size of a process that runs, in KiB; 0 as long as it is a copy of this one, whose memory it
  /// has until the moment at which the program is another.
  static func size(_ name: String, of process: pid_t) -> Int {
    guard program(of: process) != program(of: getpid()) else { return 0 }
    let line = text("/proc/\(process)/status").split(separator: "\n")
      .first { $0.hasPrefix("\(name):") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }

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
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
