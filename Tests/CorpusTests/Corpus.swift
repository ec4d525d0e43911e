import Foundation
import TestSupport

/// The PDFs of `RECTO_CORPORA`, from many producers.
enum Corpus {
  static var isThere: Bool { corporaFolder() != nil }

  static func files() throws -> [String] {
    let folder = (corporaFolder() ?? "") + "/pdf"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".pdf") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The files for which Poppler's tools, which know no limits, take minutes; they are not compared.
  static let endless: Set = ["bomb_giant.pdf"]

  /// Does `work` for each item, for as many at the same time as there are processors, so that the
  /// processes of other suites get their turn between them.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) async throws -> Result
  ) async throws -> [Result] {
    let width = ProcessInfo.processInfo.activeProcessorCount
    return try await withThrowingTaskGroup(of: (Int, Result).self) { group in
      var results: [Int: Result] = [:]
      for (index, item) in items.enumerated() {
        if index >= width, let (index, result) = try await group.next() { results[index] = result }
        group.addTask { (index, try await work(item)) }
      }
      for try await (index, result) in group { results[index] = result }
      return items.indices.compactMap { results[$0] }
    }
  }
}

/// The last component of a path.
func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
