import Foundation
import TestSupport
import Testing

/// The Python package, by its own tests, on the library that was built.
@Suite(
  .startsProcesses, .enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)),
  .enabled(
    if: hasPython, "the test environment has no pytest and numpy: see Tests/requirements.txt"))
struct PythonTests {
  @Test(arguments: [
    "test_recto.py", "test_arguments.py", "test_inputs.py", "test_lists.py", "test_markdown.py",
    "test_documents.py", "test_hostile.py",
  ])
  func thePackageKeepsItsPromises(file: String) async throws {
    let installed = try await InstalledLibrary()
    let result = try await run(
      python,
      // A test that is stuck shows where.
      [
        "-m", "pytest", "-v", "-p", "no:cacheprovider",
        "-o", "faulthandler_timeout=\(Int(Patience.seconds))", "tests/\(file)",
      ],
      environment: [
        "PYTHONPATH": InstalledLibrary.package, "RECTO_LIBRECTO": installed.library,
        "PYTHONDONTWRITEBYTECODE": "1",
      ].merging(builtWith) { $1 }, in: InstalledLibrary.package, events: 4)
    #expect(result.status == 0, "\(result.text.suffix(3000))")
  }

  @Test func theTutorialForCBuildsAndShowsWords() async throws {
    let installed = try await InstalledLibrary()
    let document = String(
      decoding: try bytes(ofFile: "\(InstalledLibrary.package)/../docs/c.md"), as: UTF8.self)
    let code = try #require(document.components(separatedBy: "```c\n").last)
      .components(separatedBy: "```")[0]
    let source = try installed.folder.write(code.utf8, to: "first.c")
    let binary = try await installed.compile(source, with: "gcc", ["-std=c11"])
    let result = try await run(binary, [try #require(samplesFolder()) + "/quay.pdf"])
    #expect(result.status == 0 && result.text.contains("Quay"), "\(result.errors)")
  }
}

private let python = ProcessInfo.processInfo.environment["RECTO_TEST_PYTHON"] ?? ""
private let hasPython: Bool = {
  let packages = URL(fileURLWithPath: python).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("lib").path
  let names = FileManager.default.enumerator(atPath: packages)
  return names?.contains { ($0 as? String)?.hasSuffix("site-packages/numpy/__init__.py") == true }
    ?? false
}()
