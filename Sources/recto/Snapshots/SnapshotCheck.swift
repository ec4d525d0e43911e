import Glibc
import RectoPageModel
import RectoPipeline
import RectoSnapshots

/// Runs an action of `recto snapshot` on the goldens of a source.
struct SnapshotCheck {
  private let arguments: Arguments
  private let action: SnapshotAction
  private let goldens: String
  private let mode: RecordingMode
  private let options: ComparisonOptions
  private let profiles: [DeviceProfile]

  /// Throws `UsageError`, and `PageError` for a file of devices that cannot be read.
  init(_ arguments: Arguments, _ action: SnapshotAction) throws {
    self.arguments = arguments
    self.action = action
    guard let goldens = arguments["goldens"], !goldens.isEmpty else {
      throw UsageError("--goldens is missing: name the folder of the goldens")
    }
    self.goldens = goldens
    let asked = try Self.mode(arguments, action)
    mode = asked.allowed(inCI: environmentVariable("CI"))
    if mode != asked, action != .approve {
      Diagnostics.line("recto: CI is set: nothing is recorded")
    }
    options = try arguments.comparison(hasText: true)
    let own = try arguments["devices"].map { file throws(PageError) in
      try DeviceProfile.profiles(inFileAt: file)
    }
    let names = Set((own ?? []).map(\.name))
    profiles = (own ?? []) + DeviceProfile.builtIn.filter { !names.contains($0.name) }
    if arguments.has("prune"), action != .approve { throw UsageError("--prune is for approve") }
    if mode != asked, action == .approve {
      throw UsageError("approve cannot be used while CI is set")
    }
    if arguments["port"] != nil, action != .review { throw UsageError("--port is for review") }
  }

  private static func mode(
    _ arguments: Arguments, _ action: SnapshotAction
  ) throws(UsageError) -> RecordingMode {
    guard let text = arguments["mode"] else {
      switch action {
      case .record: return .all
      case .check, .review: return .never
      case .approve: return .failed
      }
    }
    guard let mode = RecordingMode(rawValue: text) else {
      throw UsageError("--mode \(text) is not all, failed, missing or never")
    }
    guard action == .record || action == .check else {
      throw UsageError("--mode is for record and check")
    }
    return mode
  }

  func run(on session: Session) async throws -> ExitStatus {
    let folder = GoldenFolder(goldens, source: session.publication.source)
    let pages = try await session.pages(arguments)
    var run = SnapshotRun(folder: folder, devices: try devices(folder), pages: pages)
    run.mode = mode
    run.options = options
    if let platform = arguments["platform"] { run.platform = try checked(platform) }
    run.keepsPictures = arguments["report"] != nil || action == .review
    run.keepsRecordings = action == .review
    let progress = try Progress(arguments, total: pages.count * run.devices.count)
    var report = try await run.run(of: session.publication) { progress.advance(page: $0.page) }
    progress.finish()
    for outcome in report.outcomes {
      guard case .broken(let error) = outcome.status else { continue }
      Diagnostics.report(error, source: session.source, page: outcome.page)
    }
    var pruned: [DeadGolden] = []
    if arguments.has("prune"), mode != .never {
      pruned = report.dead.filter { $0.key != nil }
      try folder.record([], removing: pruned.compactMap(\.key))
      report.dead.removeAll { $0.key != nil }
      report.gone = []
    }
    let output = SnapshotOutput(arguments)
    try output.write(report)
    try output.printLines(lines(report, pruned))
    if action == .review, !report.passes { return try await review(report, in: folder) }
    return status(report)
  }

  /// Serves the review until Ctrl-C. Approved changes count as good then.
  private func review(
    _ report: SnapshotReport, in folder: GoldenFolder
  ) async throws -> ExitStatus {
    let port = try arguments.integer("port", in: 0...65_535) ?? 0
    let review = SnapshotReview(report, in: folder)
    try await Interruption.cancelOnSignal { () throws(PageError) in
      try await review.serve(port: port) { url throws(PageError) in
        try OutputFile("-").write(Array("Review: \(url)/ (Ctrl-C ends it)\n".utf8))
      }
    }
    return await review.isSettled ? .done : .found
  }

  private func status(_ report: SnapshotReport) -> ExitStatus {
    for outcome in report.outcomes {
      if case .broken(let error) = outcome.status { return ExitStatus(error.code) }
    }
    // `approve` records what its user has seen.
    let isGood = report.outcomes.allSatisfy {
      $0.isGood || (action == .approve && $0.status == .recorded)
    }
    return isGood && report.gone.isEmpty ? .done : .found
  }

  private func lines(_ report: SnapshotReport, _ pruned: [DeadGolden]) -> [String] {
    var lines: [String] = []
    for outcome in report.outcomes {
      switch outcome.status {
      case .passed, .broken: continue
      case .failed: lines.append("\(outcome.name): \(outcome.sentence)")
      case .missing:
        lines.append("\(outcome.name): has no golden: recto snapshot record creates it")
      case .recorded: lines.append("\(outcome.name): recorded")
      }
    }
    lines += pruned.map { "\($0.path): removed" }
    lines += report.namesOfGone.map { name in
      "\(name): the page no longer exists: recto snapshot approve --prune removes its golden"
    }
    lines += report.dead.filter { dead in dead.key.map { !report.gone.contains($0) } ?? true }
      .map { "\($0.path): no page is compared with this golden any more: remove it" }
    return lines + [report.summary]
  }

  /// The named devices, or those with goldens, or the pages themselves.
  private func devices(_ folder: GoldenFolder) throws -> [SnapshotDevice] {
    var names = arguments.list("device").flatMap { $0.split(separator: ",").map(String.init) }
    if names.isEmpty {
      names = Set(try folder.manifest().entries.keys.map(\.device)).sorted()
    }
    if names.isEmpty { return [.page] }
    var devices: [SnapshotDevice] = []
    for name in names where !devices.contains(where: { $0.name == name }) {
      if name == SnapshotDevice.page.name {
        devices.append(.page)
      } else if let profile = profiles.first(where: { $0.name == name }) {
        devices.append(SnapshotDevice(profile))
      } else {
        let known = profiles.map(\.name).joined(separator: ", ")
        throw UsageError("there is no device \(printable(name)): use page, \(known)")
      }
    }
    return devices
  }

  private func checked(_ platform: String) throws(UsageError) -> String {
    let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-".utf8)
    guard (1...64).contains(platform.utf8.count), platform.utf8.allSatisfy(letters.contains),
      !platform.hasPrefix(".")
    else {
      throw UsageError("--platform \(platform) is not a name of letters, digits and hyphens")
    }
    return platform
  }
}
