import Foundation
import TestSupport
import Testing

/// A `recto serve` with its folder.
final class ServedShelf: Answering {
  let url: String
  let port: Int
  let recto: RunningRecto
  /// The folder of its own cache.
  private let cache: TemporaryFolder

  /// Serves on a port that is free, without a log. Where nothing else is said, a page may take longer
  /// than any machine needs for it.
  convenience init(_ arguments: String..., environment: [String: String] = [:]) async throws {
    try await self.init(arguments, environment: environment)
  }

  /// The same, from a list.
  init(_ arguments: [String], environment: [String: String] = [:]) async throws {
    cache = try temporaryFolder()
    let patience = arguments.contains("--time-limit") ? [] : ["--time-limit", "3600"]
    recto = try RunningRecto(
      ["serve", "--port", "0", "--access-log", "none"] + patience + arguments,
      environment: environment.merging(["RECTO_CACHE_DIR": cache.path]) { own, _ in own })
    let line = try await recto.nextLine()
    url = String(line.drop { $0 == " " }.reversed().drop { $0 == "/" }.reversed())
    port = try #require(URL(string: url)?.port, "recto serve said: \(line)")
  }

  /// Ends it as Ctrl-C does, and gives its status.
  func stop() async throws -> Int32 {
    recto.interrupt()
    return try await recto.status()
  }
}

/// The processes that a process has started and that have not ended.
func children(of process: Int32) -> [Int32] {
  let tasks =
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
  return tasks.flatMap { task in
    let list = try? String(
      contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)
    return (list ?? "").split(separator: " ").compactMap { Int32($0) }
  }
}

let hasSamples = samplesFolder() != nil
let samples = samplesFolder() ?? ""
