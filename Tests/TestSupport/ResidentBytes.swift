import Foundation
import Testing

/// Bytes of a mapped file that are in this process's memory, as the kernel counts them.
public func residentBytes(ofMappedFile path: String) throws -> Int {
  // The kernel gives no size, and `Data` reads no more than a part then.
  let map = try #require(try FileHandle(forReadingAtPath: "/proc/self/smaps")?.readToEnd())
  let lines = String(decoding: map, as: UTF8.self).split(separator: "\n")
  let line = try #require(lines.drop { !$0.contains(path) }.first { $0.hasPrefix("Rss:") })
  return try #require(Int(line.filter(\.isNumber))) * 1_024
}
