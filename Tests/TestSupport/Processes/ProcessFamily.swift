import Foundation

/// The numbers of a process's children, of theirs, and so on (proc(5)).
public func processes(below root: Int32) throws -> Set<Int32> {
  processes(below: root, parents: try parents())
}

/// The first processes of the browsers among them. A browser's child has its words until it is another
/// program.
public func browsers(below root: Int32) throws -> Set<Int32> {
  let parents = try parents()
  return processes(below: root, parents: parents)
    .filter { isBrowser($0) && !(parents[$0].map(isBrowser) ?? false) }
}

private func processes(below root: Int32, parents: [Int32: Int32]) -> Set<Int32> {
  var found: Set<Int32> = []
  var next: Set<Int32> = [root]
  while !next.isEmpty {
    next = Set(parents.filter { next.contains($0.value) }.keys).subtracting(found)
    found.formUnion(next)
  }
  return found
}

/// The parents of all processes that run.
private func parents() throws -> [Int32: Int32] {
  var parents: [Int32: Int32] = [:]
  for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
    guard let process = Int32(name),
      let status = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
      let end = status.lastIndex(of: ")")
    else { continue }
    let fields = status[status.index(after: end)...].split(separator: " ")
    if fields.count > 1, fields[0] != "Z" { parents[process] = Int32(fields[1]) }
  }
  return parents
}

/// True for the first process of a browser, which still runs.
public func isBrowser(_ process: Int32) -> Bool {
  let words = try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
  return words?.hasPrefix("/usr/lib/chromium/chromium-headless-shell\0--headless") == true
}
