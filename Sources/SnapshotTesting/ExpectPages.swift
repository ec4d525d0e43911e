import Glibc
import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoSnapshots
import Testing

/// Expects the pages of a source to match their goldens, and records an issue for each that does
/// not, and for each golden whose page is gone.
///
///     @Test func theAutumnIssueLooksAsApproved() async throws {
///       try await expectPages(of: "issues/autumn.pdf", match: "goldens")
///     }
///
/// Missing goldens are recorded, which fails the test, and the next run compares with them. The
/// environment variable `RECTO_SNAPSHOTS` changes that: `all`, `failed`, `missing` or `never`.
/// Nothing is recorded if `CI` is set.
///
/// - Parameters:
///   - source: A file or folder, relative to the folder of the calling file.
///   - goldens: The folder of goldens, relative to the same folder; each source has a folder in it.
///   - pages: The indices from 0; nil for all pages.
///   - devices: The devices that pages are rendered for.
///   - recto: The engine; nil for one with all backends in worker processes, which needs the `recto`
///     command.
///
/// Throws `PageError` for a source that cannot be opened and for goldens that cannot be read or
/// written.
public func expectPages(
  of source: String, match goldens: String, pages: [Int]? = nil,
  on devices: [SnapshotDevice] = [.page], _ options: ComparisonOptions = ComparisonOptions(),
  with recto: Recto? = nil, filePath: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  let engine = if let recto { recto } else { try await Recto() }
  let publication = try await engine.open(path(source, beside: filePath))
  let folder = GoldenFolder(path(goldens, beside: filePath), source: source)
  var run = SnapshotRun(
    folder: folder, devices: devices, pages: pages ?? Array(0..<publication.pageCount))
  run.options = options
  run.mode = try recordingMode()
  let report = try await run.run(of: publication)
  for outcome in report.outcomes where !outcome.isGood {
    Issue.record("\(source): \(outcome.name): \(advice(outcome))", sourceLocation: sourceLocation)
  }
  for name in report.namesOfGone {
    let remedy = "recto snapshot approve --prune removes its golden"
    Issue.record(
      "\(source): \(name): the page no longer exists: \(remedy)", sourceLocation: sourceLocation)
  }
}

/// The recording mode in the environment.
///
/// Throws `badRequest` for an unknown mode.
private func recordingMode() throws(PageError) -> RecordingMode {
  let name = environmentVariable("RECTO_SNAPSHOTS") ?? RecordingMode.missing.rawValue
  guard let mode = RecordingMode(rawValue: name) else {
    throw PageError(
      .badRequest, "RECTO_SNAPSHOTS is \(name): it may be all, failed, missing or never")
  }
  return mode.allowed(inCI: environmentVariable("CI"))
}

private func advice(_ outcome: PageOutcome) -> String {
  switch outcome.status {
  case .recorded: "its golden was recorded: run the test again to compare with it"
  case .missing: "has no golden, and none may be recorded here"
  case .passed, .failed, .broken: outcome.sentence
  }
}

private func path(_ path: String, beside file: String) -> String {
  guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
  return "\(file[..<slash])/\(path)"
}
