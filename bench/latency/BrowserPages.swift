import RectoEPUBBackend
import RectoPageModel
import RectoPipeline

/// The time of pages that a browser lays out: each file's first page in a new worker with a new
/// browser, then pages of a warm one with their text, then all pages on all cores.
struct BrowserPages {
  private let arguments: Arguments

  /// One pixel for each of CSS, as a screen of 1,024 × 768 has them.
  private let request = RenderRequest(scale: .pixelsPerPoint(96.0 / 72))

  init(_ arguments: Arguments) { self.arguments = arguments }

  func measure() async throws -> Outcome {
    var outcome = Outcome()
    for file in arguments.files {
      let isBook = file.hasSuffix(".epub")
      let cold = try await coldPages(file)
      let kind = isBook ? "EPUB" : "HTML"
      add("\(kind): opened, first page, new browser", cold, to: &outcome)
      if isBook {
        add("EPUB: a chapter laid out, warm", try chapters(file), to: &outcome)
      }
      add("\(kind): a page with its text, warm", try await warmPages(file), to: &outcome)
      let (pages, seconds, megabytes) = try await allPages(file)
      let rate = (Double(pages) / seconds * 10).rounded() / 10
      outcome.notes.append(
        "\(kind): \(pages) pages on \(processorCount) workers: \(rate) pages a second; all processes "
          + "of a worker and its browser: \(Int(megabytes)) MB of their own at most")
    }
    return outcome
  }

  private func add(_ label: String, _ latencies: Latencies, to outcome: inout Outcome) {
    outcome.rows.append(
      Outcome.Row(
        label: label,
        figures: [
          "times": Double(latencies.milliseconds.count), "p50 ms": latencies.p50,
          "p90 ms": latencies.p90, "max ms": latencies.longest,
        ], latencies: latencies))
  }

  private func coldPages(_ file: String) async throws -> Latencies {
    var latencies = Latencies()
    for _ in 0..<max(3, arguments.count / 10) {
      let engine = try arguments.engine(workers: 1)
      try await latencies.time {
        let issue = try await engine.open(file)
        _ = try await issue.render(page: 0, request)
      }
    }
    return latencies
  }

  private func warmPages(_ file: String) async throws -> Latencies {
    let issue = try await arguments.engine(workers: 1).open(file)
    var latencies = Latencies()
    func look(_ page: Int) async throws {
      _ = try await issue.render(page: page, request)
      _ = try await issue.text(ofPage: page)
    }
    try await look(0)
    // Pages that the browser keeps are not those that come next.
    let pages = arguments.pages(of: issue)
    for number in 0..<arguments.count {
      let page = number * 3 % pages.count
      try await latencies.time { try await look(page) }
    }
    return latencies
  }

  /// Each chapter separately, in this process; the first starts the browser.
  private func chapters(_ file: String) throws -> Latencies {
    var durations: [Duration] = []
    for _ in 0..<max(1, arguments.count / 10) {
      let source = Source(path: file, content: .file(try FileBytes(path: file)))
      let book = try EPUBBackend().open(source, options: OpenOptions())
      guard let book = book as? any PaginatingPublication else { break }
      try book.paginate(seconds: 0, isHelping: false)
      while !book.isPaginated {
        let start = ContinuousClock.now
        try book.paginate(seconds: 0, isHelping: false)
        durations.append(ContinuousClock.now - start)
      }
    }
    return Latencies(durations)
  }

  private func allPages(_ file: String) async throws -> (Int, Double, Double) {
    let issue = try await arguments.engine().open(file)
    let pages = arguments.pages(of: issue)
    let rounds = max(1, arguments.count / pages.count)
    // Every worker has its browser and what it lays out.
    for try await _ in issue.render(pages: pages, request) {}
    let start = ContinuousClock.now
    for _ in 0..<rounds {
      for try await _ in issue.render(pages: pages, request) {}
    }
    let seconds = (ContinuousClock.now - start).milliseconds / 1000
    return (pages.count * rounds, seconds, try ProcessMemory.largestFamily())
  }
}
