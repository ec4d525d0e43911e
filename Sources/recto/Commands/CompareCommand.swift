import RectoBackends
import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoSnapshots

/// Compares two engines: pages that they draw differently will look different in some readers.
struct CompareCommand: SourceCommand {
  let name = "compare"
  let summary = "Finds the pages that two engines draw or read differently."
  let ownOptions = [
    pagesOption, Option("dpi", value: "N", "Pixels per inch of the pictures (default: 96)"),
    Option("report", value: "FILE", "Write both pictures and the differences to FILE as HTML"),
    pagesJSONOption, outputOption,
  ]
  let examples = [
    "recto compare issue.pdf", "recto compare --report engines.html issue.pdf",
    "recto compare --json --pages 1-10 issue.pdf",
  ]
  let notes = """
    Small glyph shifts and different antialiasing, which are normal between rasterizers, do not count.
    The exit status is 1 if pages differ. Both engines must be installed: docs/engines.md.
    """
  let reportsWarnings = false
  /// Each engine has to draw alone.
  func substitutesEngines(_ arguments: Arguments) -> Bool { false }

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let first = session.publication
    let second = try await session.openWithOtherEngine()
    let (engine, other) = (first.engine ?? first.backend.id, second.engine ?? second.backend.id)
    let dotsPerInch = try arguments.number("dpi", in: 10...1200)
    let comparison = EngineComparison(
      first: first, second: second, dotsPerInch: dotsPerInch,
      keepsPictures: arguments["report"] != nil)
    var found: [EngineComparison.Page] = []
    let status = try await session.forEachPage(session.pages(arguments)) {
      page throws(PageError) in
      try await comparison.page(page)
    } use: { _, page in
      found.append(page)
    }
    if let path = arguments["report"] {
      var report = SnapshotReport(source: session.source)
      report.names = PictureNames(golden: engine, current: other)
      report.outcomes = found.map(\.outcome)
      try writeFile(HTMLReport(report).bytes, to: path)
    }
    try answer(arguments) { json in
      write(found, first, second, of: session, to: &json)
    } text: {
      describe(found, engine, other)
    }
    return status == .done && !found.allSatisfy(\.outcome.isGood) ? .found : status
  }

  private func write(
    _ pages: [EngineComparison.Page], _ first: OpenPublication, _ second: OpenPublication,
    of session: Session, to json: inout JSONWriter
  ) {
    json.object { json in
      json.member("source", session.source)
      json.key("engines")
      json.array([first, second]) { json, publication in
        json.object { json in
          json.optional("engine", publication.engine)
          json.member("id", publication.backend.id)
          json.member("version", publication.backend.version)
        }
      }
      json.key("pages")
      json.array(pages) { json, page in
        json.object { json in
          json.members(of: page.outcome)
          json.key("onlyFirst")
          json.array(page.onlyFirst) { $0.value($1) }
          json.key("onlySecond")
          json.array(page.onlySecond) { $0.value($1) }
        }
      }
    }
  }

  private func describe(
    _ pages: [EngineComparison.Page], _ first: String, _ second: String
  ) -> String {
    let differing = pages.filter { !$0.outcome.isGood }
    var lines = differing.map { "page \($0.outcome.page + 1): \($0.outcome.sentence)" }
    lines.append(
      "\(first) and \(second) agree on \(pages.count - differing.count) of \(pages.count) "
        + (pages.count == 1 ? "page" : "pages"))
    return lines.map { printable($0) + "\n" }.joined()
  }
}
