import Foundation
import RectoBackends
import RectoNewsstand
import RectoPageModel
import RectoPipeline
import TestSupport

/// A folder of publications and one for the published files.
struct PublishingFixture {
  let sources: TemporaryFolder
  let output: TemporaryFolder

  init() throws {
    sources = try temporaryFolder()
    output = try temporaryFolder()
  }

  /// A story with a title, which is a complete publication.
  func story(_ title: String, _ name: String, date: String? = nil) throws {
    let text =
      "---\ntitle: \(title)\nauthor: A; B\nlang: en\n---\n\n# One\n\nThe sea.\n\n# Two\n\nA boat.\n"
    try sources.write(Array(text.utf8), to: name)
    if let date {
      try sources.write(Array(#"{"date":"\#(date)"}"#.utf8), to: "\(name).issue.json")
    }
  }

  func publisher(at seconds: Int = 1_795_305_600, check: @escaping PublishCheck = { _, _ in [] })
    -> Publisher
  {
    Publisher(
      recto: Recto(backends: builtInBackends(), isolation: .inProcess),
      now: { Timestamp(seconds: seconds) }, check: check)
  }

  func publish(
    at seconds: Int = 1_795_305_600, _ options: PublishOptions = PublishOptions(),
    check: @escaping PublishCheck = { _, _ in [] }
  ) async throws(NewsstandError) -> PublishReport {
    try await publisher(at: seconds, check: check)
      .publish(sources.path, to: output.path, options)
  }

  static let feeds = ["catalog.json", "opds2.json", "opds.xml", "issues.plist", "info.xml"]

  /// A feed as a reader of it has it.
  func read(_ feed: String, base: String = "https://example.org/s/") throws -> Catalog {
    try readCatalog(try bytes(ofFile: output.path(feed)), url: base + feed)
  }

  /// All files by name.
  func files() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try output.entries() where !isFolder(output.path(name)) {
      files[name] = try bytes(ofFile: output.path(name))
    }
    return files
  }
}
