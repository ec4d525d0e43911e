import Foundation
import TestSupport

/// The plugin that misbehaves on command, for a server: `RECTO_PLUGIN_PATH`.
enum Misbehaving {
  static let canBuild = program("make") != nil && program("clang") != nil

  private static let folder = Task { () async throws -> String in
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().path
    let products = URL(fileURLWithPath: try rectoExecutable()).deletingLastPathComponent()
    let folder = products.appendingPathComponent("sample-plugins/misbehaving").path
    let made = try await run(
      program("make") ?? "make",
      ["-s", "-C", "\(tests)/Plugins/misbehaving", "OUT=\(folder)"])
    guard made.status == 0 else { throw Failure(errors: made.errors) }
    return folder
  }

  struct Failure: Error { let errors: String }

  static func environment() async throws -> [String: String] {
    ["RECTO_PLUGIN_PATH": try await folder.value]
  }

  /// A publication that does what the lines say, such as `page 2: hang`.
  static func write(_ lines: String..., to name: String, in folder: TemporaryFolder) throws {
    let script = (["misbehave", "pages 5"] + lines).joined(separator: "\n") + "\n"
    try folder.write(Array(script.utf8), to: name)
  }
}
