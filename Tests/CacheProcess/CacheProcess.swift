import Glibc
import RectoPipeline

/// A process that uses a cache, for the tests to run many of, and to kill.
///
///     CacheProcess hammer FOLDER ROUNDS NAMES BYTES BUDGET
///
/// Stores and reads entries of up to BYTES bytes under NAMES names, in another order in every
/// process. Prints a line after every 20 rounds. Ends with 1 where an entry that it reads is not
/// what any process stores under that name, and with 0 after ROUNDS rounds.
///
///     CacheProcess fonts FOLDER
///
/// Prints the font set that the environment gives.
@main
enum CacheProcess {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 2 else { exit(64) }
    let numbers = arguments.dropFirst(3).compactMap { Int($0) }
    switch (arguments[1], numbers.count) {
    case ("hammer", 4):
      let cache = ResultCache(
        CacheConfiguration(directory: arguments[2], memoryBytes: 0, diskBytes: numbers[3]))
      hammer(cache, rounds: numbers[0], names: numbers[1], bytes: numbers[2])
    case ("fonts", 0):
      print(FontSet.current(memo: ResultCache(CacheConfiguration(directory: arguments[2]))).hex)
    default: exit(64)
    }
  }

  private static func hammer(_ cache: ResultCache, rounds: Int, names: Int, bytes: Int) {
    for round in 0..<rounds {
      let name = Int.random(in: 0..<names)
      let key = CacheKey(parts: ["hammer", "\(name)"])
      let expected = content(name, upTo: bytes)
      if let found = cache.bytes(for: key) {
        guard found == expected else { exit(1) }
      } else {
        cache.store(expected, for: key)
      }
      if round % 20 == 19 {
        print(round + 1)
        fflush(nil)
      }
    }
  }

  /// The content that belongs to one name only.
  private static func content(_ name: Int, upTo bytes: Int) -> [UInt8] {
    let count = (name &* 2_654_435_761) % bytes
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: index &* 31 &+ name) }
      filled = count
    }
  }
}
