import CRectoLinux
import Foundation
import Testing

/// A file in memory whose descriptors a test counts.
final class Descriptor {
  let number: Int32
  private let name = "recto-test-\(UUID().uuidString)"

  init() throws {
    number = linux_sealed_memory(name, 1)
    try #require(number >= 0)
  }

  deinit { close(number) }

  /// The number of this process's descriptors of it (proc(5)).
  var openCount: Int {
    let folder = "/proc/self/fd"
    let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return numbers.count { number in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
      return target?.contains(name) == true
    }
  }
}
