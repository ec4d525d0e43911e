import Foundation
import TestSupport
import Testing

/// The viewer of samples/viewer on a virtual screen.
@Suite(
  .startsProcesses, .enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)),
  .enabled(
    if: canShowWindows,
    "Xvfb, GTK 4 or its binding for Debian's Python is missing: see packages.txt"))
struct ViewerTests {
  private static let folder = "\(InstalledLibrary.package)/../samples/viewer"

  @Test func itShowsFindsMarksAndCopies() async throws {
    let installed = try await InstalledLibrary()
    let display = try ChildProcess(
      try #require(program("Xvfb")),
      ["-displayfd", "1", "-screen", "0", "1100x900x24", "-nolisten", "tcp"],
      output: .lines)
    defer { display.signal(SIGTERM) }
    let number = try #require(try await display.nextLine())
    let result = try await run(
      python,
      [
        InstalledLibrary.source("viewer_check.py"), Self.folder,
        try #require(samplesFolder()) + "/quay.pdf",
      ],
      environment: [
        "DISPLAY": ":\(number)", "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
        "PYTHONPATH": InstalledLibrary.package, "RECTO_LIBRECTO": installed.library,
        "PYTHONDONTWRITEBYTECODE": "1", "GTK_A11Y": "none",
      ], events: 4)
    #expect(result.status == 0, "\(result.text) \(result.errors)")
    #expect(
      result.text == """
        title: Quay, issue 14
        only pages near by are kept: True
        hits: 1 on page 5
        marks: 2
        copied: a bus timetable.
        enlarged: True
        message: /nonexistent.pdf: no such file
        another: quay-pages

        """)
  }
}

private let python = "/usr/bin/python3"
private let canShowWindows: Bool = {
  guard program("Xvfb") != nil else { return false }
  let check = Process()
  check.executableURL = URL(fileURLWithPath: python)
  check.arguments = ["-c", "import gi; gi.require_version('Gtk', '4.0')"]
  check.standardError = FileHandle.nullDevice
  guard (try? check.run()) != nil else { return false }
  check.waitUntilExit()
  return check.terminationStatus == 0
}()
