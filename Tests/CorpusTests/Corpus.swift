import Foundation
import TestSupport

/// The PDFs of `RECTO_CORPORA`, which nobody here wrote.
enum Corpus {
  static var isThere: Bool { corporaFolder() != nil }

  static func files() throws -> [String] {
    let folder = (corporaFolder() ?? "") + "/pdf"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".pdf") }.sorted().map { "\(folder)/\($0)" }
  }

  /// Does `work` for each item, two at a time, on threads of its own since it waits for processes.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) throws -> Result
  ) async throws -> [Result] {
    try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results: [Int: Result] = [:]
      for (index, item) in items.enumerated() {
        if index >= 2, let (index, result) = try await group.next() { results[index] = result }
        group.addTask { (index, try await onOwnThread { try work(item) }) }
      }
      for try await (index, result) in group { results[index] = result }
      return items.indices.compactMap { results[$0] }
    }
  }

  private static func onOwnThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Swift.Result { try work() })
      }
    }
  }
}

/// The last component of a path.
func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
