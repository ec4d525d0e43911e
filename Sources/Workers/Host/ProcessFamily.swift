import Glibc

/// The running descendants of a process: its children, their children, and so on.
///
/// Reads `/proc/PID/task/TID/children` of each thread (proc(5)).
func descendants(of process: pid_t) -> Set<pid_t> {
  var found: Set<pid_t> = []
  var waiting = [process]
  // Bounded, since a process may fork without end.
  while let parent = waiting.popLast(), found.count < maximumFamily {
    for child in children(of: parent) where found.insert(child).inserted { waiting.append(child) }
  }
  return found
}

/// The maximum number of descendants that are found: a browser has some ten processes.
private let maximumFamily = 256

/// The ids of a process's threads, as `/proc` names them; empty for a process that has ended.
func threads(of process: pid_t) -> [String] {
  guard let tasks = opendir("/proc/\(process)/task") else { return [] }
  defer { closedir(tasks) }
  var names: [String] = []
  while let entry = readdir(tasks) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

private func children(of process: pid_t) -> [pid_t] {
  var children: [pid_t] = []
  for thread in threads(of: process) {
    let file = open("/proc/\(process)/task/\(thread)/children", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { continue }
    defer { close(file) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4096) { buffer in
      let count = read(file, buffer.baseAddress, buffer.count)
      guard count > 0 else { return }
      // Each number ends with a space, unless the buffer ends within it.
      children += String(decoding: buffer[..<count], as: UTF8.self)
        .split(separator: " ", omittingEmptySubsequences: false).dropLast().compactMap { pid_t($0) }
    }
  }
  return children
}
