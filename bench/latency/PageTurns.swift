import RectoPageModel
import RectoPipeline
import RectoRaster

/// The time that a reader waits for the next page, while nothing else runs and while an export
/// keeps every thread busy.
struct PageTurns {
  private static let screen = RenderRequest(
    scale: .fit(PixelSize(width: 1600, height: 1200)))
  private static let exported = Export(
    request: RenderRequest(scale: .pixelsPerPoint(150.0 / 72)), options: EncodeOptions())
  /// The time for which a page is viewed before the next, in which its neighbors can be made.
  private static let dwelling = Duration.milliseconds(250)

  private enum Load: String, CaseIterable {
    case idle = "idle"
    case sameExported = "while it is exported"
    case otherExported = "while another is exported"
  }

  private enum Way: String {
    case jumps = "to any page"
    case onward = "to a neighbor"
  }

  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func measure() async throws -> Outcome {
    var outcome = Outcome()
    for way in [Way.jumps, .onward] {
      for load in Load.allCases { outcome.rows.append(try await row(way, load)) }
    }
    return outcome
  }

  private func row(_ way: Way, _ load: Load) async throws -> Outcome.Row {
    let engine = try arguments.engine()
    let issue = try await engine.open(arguments.files[0])
    try await warmUp(issue)
    let latencies =
      switch load {
      case .idle: try await turn(way, issue)
      case .sameExported: try await whileExporting(issue) { try await turn(way, issue) }
      case .otherExported:
        try await whileExporting(try await engine.open(arguments.files.last ?? "")) {
          try await turn(way, issue)
        }
      }
    return Outcome.Row(
      label: "\(name(ofFile: arguments.files[0])), \(way.rawValue), \(load.rawValue)",
      figures: [
        "turns": Double(latencies.milliseconds.count), "p50 ms": latencies.p50,
        "p90 ms": latencies.p90, "p99 ms": latencies.p99, "max ms": latencies.longest,
      ],
      latencies: latencies)
  }

  /// Every thread has its worker afterwards.
  private func warmUp(_ issue: OpenPublication) async throws {
    let count = arguments.pages(of: issue).count
    let pages = (0..<4 * issue.concurrency).map { $0 % count }
    for try await _ in issue.render(pages: pages, Self.screen) {}
  }

  private func turn(_ way: Way, _ issue: OpenPublication) async throws -> Latencies {
    let view = ReaderView(issue, Self.screen, reach: way == .jumps ? 0 : 1)
    let count = arguments.pages(of: issue).count
    var latencies = Latencies()
    var dice = Dice()
    var page = 0
    if way == .onward { try await dwell(on: page, view) }
    for _ in 0..<arguments.count {
      page = way == .jumps ? Int.random(in: 0..<count, using: &dice) : page + 1
      if page == count {
        page = 0
        try await dwell(on: page, view)
        page = min(1, count - 1)
      }
      _ = try await latencies.time { try await view.turn(to: page) }
      if way == .onward { try await Task.sleep(for: Self.dwelling) }
    }
    return latencies
  }

  private func dwell(on page: Int, _ view: ReaderView) async throws {
    _ = try await view.turn(to: page)
    try await Task.sleep(for: Self.dwelling)
  }

  /// Runs `body` while all pages of `exported` become PNG files again and again, on all threads.
  private func whileExporting(
    _ exported: OpenPublication, _ body: () async throws -> Latencies
  ) async throws -> Latencies {
    let pages = arguments.pages(of: exported).map(Export.Item.page)
    let finished = Counter()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        while !Task.isCancelled {
          _ = await Self.exported.run(pages, of: exported) { _, _ in
          } onEvent: { _ in
            finished.advance()
          }
        }
      }
      while finished.count < exported.concurrency {
        try await Task.sleep(for: .milliseconds(10))
      }
      let latencies = try await body()
      group.cancelAll()
      return latencies
    }
  }
}
