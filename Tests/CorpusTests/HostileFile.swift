import Foundation
import TestSupport

/// One file of the corpus that was made to break a renderer, as its manifest has it.
struct HostileFile: Decodable, Sendable {
  struct Limits: Decodable {
    var seconds: Double
    var memory: Int
    var pixels: Int

    private enum CodingKeys: String, CodingKey {
      case seconds
      case memory = "rss_mb"
      case pixels = "out_px"
    }
  }

  /// Below the folder `hostile`.
  var file: String
  var format: String
  /// `renders`, `clear error` or `either`.
  var expect: String
  var limits: Limits

  private struct Manifest: Decodable { var rows: [HostileFile] }

  static func all(formats: Set<String>) throws -> [HostileFile] {
    let manifest = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/manifest.json"))
    return try JSONDecoder().decode(Manifest.self, from: manifest).rows
      .filter { formats.contains(String($0.file.prefix { $0 != "/" })) }
  }

  var path: String { "\(Self.folder)/\(file)" }

  private static var folder: String { (corporaFolder() ?? "") + "/hostile" }
}

/// The result of rendering one with the default limits.
struct HostileRun: Sendable {
  var file: HostileFile
  var run: MeasuredRun
  /// Images that were written, and whatever else lies in the folder.
  var images: Int
  var litter: Int

  /// All that a release of today can read, rendered once for all tests.
  static let all = Task {
    let formats: Set = ["pdf", "img", "zip"]
    let browsed = hasBooks ? ["epub", "html"] : ["html"]
    let files = try HostileFile.all(formats: hasNamespaces ? formats.union(browsed) : formats)
    return try await Corpus.map(files) { try await HostileRun($0) }
  }

  init(_ file: HostileFile) async throws {
    let folder = try temporaryFolder()
    self.file = file
    run = try await MeasuredRun(["render", file.path, "-o", folder.path("out/")])
    let entries = try folder.entries().filter { $0 != "out" }
    images = entries.count { $0.hasSuffix(".png") }
    litter = entries.count - images
  }

  /// MiB of any of its processes. One of a browser may have as much as all of them together
  /// (`WorkerLimits.helperMemoryMiB`).
  var memoryLimit: Int { needsBrowser ? 1024 : file.limits.memory }

  var needsBrowser: Bool { ["epub/", "html/"].contains(where: file.file.hasPrefix) }

  var sentences: [String] {
    run.errorLines.filter { $0.hasPrefix("recto: ") && !$0.contains(": warning: ") }
  }
}
