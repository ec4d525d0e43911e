import Foundation

/// A Python with Playwright, which `make test` makes where it can.
public let browserPython = ProcessInfo.processInfo.environment["RECTO_TEST_PYTHON"].flatMap {
  FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil
}

/// The reason why tests that need it are skipped.
public let needsBrowserPython = "RECTO_TEST_PYTHON names no Python with Playwright"

/// Runs a script that drives a browser: `Browser/NAME.py` beside the calling file. What all scripts
/// share is in `browser.py`.
public func runBrowserScript(
  _ name: String, _ arguments: String..., filePath: String = #filePath
) async throws -> CommandResult {
  func folder(_ path: String) -> String {
    URL(fileURLWithPath: path).deletingLastPathComponent().path + "/Browser"
  }
  guard let browserPython else { throw CocoaError(.fileNoSuchFile) }
  return try await run(
    browserPython, ["\(folder(filePath))/\(name).py"] + arguments,
    environment: ["PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": folder(#filePath)],
    events: 10)
}
