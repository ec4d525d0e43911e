import Glibc
import RectoBackends
import RectoJSON
import RectoPageModel
import RectoPipeline

/// A command that opens one source and answers something about it.
protocol SourceCommand: Command {
  var ownOptions: [Option] { get }
  /// True if problems of the source are reported on standard error and count for `--strict`. A
  /// command whose answer contains them judges them itself.
  var reportsWarnings: Bool { get }

  /// True if all pages of a book are counted before the command runs; false for one that counts those
  /// that it needs.
  var countsPagesFirst: Bool { get }

  /// True if the answer, or a name in it, has the numbers of pages. A command without them lays out the
  /// last chapter only for `--pages last`.
  func numbersPages(_ arguments: Arguments) -> Bool

  /// True if another engine may stand in for the one that is asked.
  func substitutesEngines(_ arguments: Arguments) -> Bool

  /// Answers, with the source open.
  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus
}

/// An open source, and what every command does with one.
struct Session: Sendable {
  let publication: OpenPublication
  /// The name of the source in messages.
  let source: String
  /// The layout that was asked for.
  let layout: LayoutOptions
  /// Opens the same source again, as it is now, in a layout.
  let reopen: @Sendable (LayoutOptions) async throws(PageError) -> OpenPublication
  /// Opens it with an engine.
  let openWithEngine: @Sendable (String) async throws(PageError) -> OpenPublication

  /// The source as the other installed engine has it.
  ///
  /// Throws `unsupported` if there is no choice of engines for it, and `notInstalled`.
  func openWithOtherEngine() async throws(PageError) -> OpenPublication {
    guard let engine = publication.engine,
      let other = installedEngines.first(where: { $0 != engine })
    else {
      throw PageError(.unsupported, "only one engine reads it: there is nothing to compare")
    }
    let second = try await openWithEngine(other)
    guard second.backend.id != publication.backend.id else {
      let reason = try await second.info.warnings.first?.message
      throw PageError(.notInstalled, reason ?? "\(other) is not installed")
    }
    return second
  }
}

extension SourceCommand {
  var reportsWarnings: Bool { true }
  func substitutesEngines(_ arguments: Arguments) -> Bool { true }
  var countsPagesFirst: Bool { true }
  func numbersPages(_ arguments: Arguments) -> Bool { true }

  var options: [Option] {
    ownOptions + layoutOptions + [
      strictOption,
      Option("password", value: "P", "Password of an encrypted source"),
      Option(
        "password-file", value: "FILE", "Read the password from the first line of FILE, or of -"),
      engineOption, oneEngineOption,
      Option("jobs", short: "j", value: "N", "Worker processes (default: cores)"),
      Option("time-limit", value: "SECONDS", "Give up a page after SECONDS (default: 10)"),
      Option(
        "memory-limit", value: "MIB",
        "Give up a page beyond MIB of memory (default: 512; of a browser 1024)"),
      Option("no-cache", "Lay a book out again, and do not store its layout"),
      Option("unsandboxed", "Run unsandboxed if no sandbox is available"),
      Option("in-process", "Trusted sources only: no workers, and no limit on time and memory"),
    ]
  }

  func needsWorkers(_ words: [String]) -> Bool { !words.contains("--in-process") }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    try await open(arguments, launch)
  }

  /// Opens the source that the arguments name and answers.
  func open(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard let path = arguments.operands.first else {
      throw UsageError("no source is given: name a file, a folder, or - for standard input")
    }
    let expected = operands.split(separator: " ")
    let count = arguments.operands.count
    guard count <= expected.count else {
      throw UsageError("\(arguments.operands[expected.count]) is one operand too many")
    }
    guard count == expected.count else { throw UsageError("\(expected[count]) is missing") }
    return try await withSession(path, arguments, launch) { session in
      try await run(arguments, on: session)
    }
  }

  /// Opens a source as the options say, and hands it to `body`. Errors of the source are reported
  /// with its name.
  func withSession(
    _ path: String, _ arguments: Arguments, _ launch: Launch,
    _ body: (Session) async throws -> ExitStatus
  ) async throws -> ExitStatus {
    if arguments.has("cache"), arguments.has("no-cache") {
      throw UsageError("--cache and --no-cache exclude each other")
    }
    let source = path == "-" ? "standard input" : path
    let layout = try self.layout(arguments)
    let isolation = try isolation(arguments, launch)
    do {
      let password = try password(arguments)
      // An export hands each file on at once: there is nothing to keep in memory.
      let cache = ResultCache(CacheConfiguration(memoryBytes: 0))
      let recto = Recto(
        backends: installedBackends(), isolation: isolation,
        cache: arguments.has("cache") ? cache : nil,
        layouts: arguments.has("no-cache") ? nil : cache, engine: arguments["engine"],
        substitutesEngines: substitutesEngines(arguments) && !arguments.has("one-engine"))
      let publication = try await recto.open(
        path, options: OpenOptions(password: password, layout: layout),
        counting: countsPagesFirst ? .complete : .onDemand)
      try await arguments.checkLayout(of: publication)
      let session = Session(publication: publication, source: source, layout: layout) {
        layout throws(PageError) in
        try await recto.open(path, options: OpenOptions(password: password, layout: layout))
      } openWithEngine: { engine throws(PageError) in
        try await recto.open(
          path, options: OpenOptions(password: password, layout: layout, engine: engine))
      }
      let status = try await body(session)
      let isShort = await session.reportShortness()
      let reported = reportsWarnings ? await session.reportWarnings() : 0
      if status == .done, isShort { return ExitStatus(.limit) }
      return arguments.status(status, warningCount: reported)
    } catch let error as PageError {
      // A sentence about an output names its own path.
      Diagnostics.report(error, source: error.code == .cannotWrite ? nil : source)
      return ExitStatus(error.code)
    }
  }

  private func layout(_ arguments: Arguments) throws -> LayoutOptions {
    var layout = try arguments.layout()
    if arguments["pages"] == "last", !numbersPages(arguments) {
      layout.excerpt = LayoutOptions.lastDocument
    }
    return layout
  }

  private func isolation(
    _ arguments: Arguments, _ launch: Launch
  ) throws -> Isolation {
    let seconds = try arguments.number("time-limit", in: 0.01...86_400)
    let mebibytes = try arguments.integer("memory-limit", in: 16...1_048_576)
    let jobs = try arguments.integer("jobs", in: 1...256)
    if arguments.has("in-process") {
      guard seconds == nil, mebibytes == nil else {
        throw UsageError("--in-process cannot be combined with limits")
      }
      return .inProcess
    }
    var pool = WorkerPool(zygote: try launch.zygote())
    pool.isSandboxed = !arguments.has("unsandboxed")
    pool.count = jobs ?? pool.count
    pool.limits.seconds = seconds ?? pool.limits.seconds
    pool.limits.memoryMiB = mebibytes ?? pool.limits.memoryMiB
    pool.limits.helperMemoryMiB = mebibytes ?? pool.limits.helperMemoryMiB
    return .workers(pool)
  }

  private func password(_ arguments: Arguments) throws -> String? {
    guard let path = arguments["password-file"] else { return arguments["password"] }
    guard arguments["password"] == nil else {
      throw UsageError("--password and --password-file exclude each other")
    }
    guard path != "-" || arguments.operands.first != "-" else {
      throw UsageError("standard input is either the source or the password")
    }
    do throws(PageError) {
      return try firstLine(ofFile: path)
    } catch {
      throw UsageError("--password-file \(path): \(error.message)")
    }
  }
}

extension Session {
  /// The most warnings that are said one by one.
  private static let mostWarnings = 20

  /// Says which parts of a book could not be laid out within their limits, so that it has fewer pages
  /// here than it should have. True if there are any.
  func reportShortness() async -> Bool {
    let parts = (try? await publication.info.warnings) ?? []
    let short = parts.filter { $0.code == PageWarning.partBeyondLimit }
    for part in short {
      Diagnostics.line(
        Diagnostics.sentence(
          "\(part.message): it stands as one page, and later pages have lower numbers",
          source: source, page: nil))
    }
    return !short.isEmpty
  }

  /// Reports the warnings of the source found while it was read, such as unusable files beside it
  /// or text that no font has, and returns their number.
  func reportWarnings() async -> Int {
    guard
      let found = try? await publication.info.warnings.filter({
        $0.code != PageWarning.partBeyondLimit
      })
    else { return 0 }
    report(found, of: source)
    return found.count
  }

  /// Says warnings about a source, or about a layout of it, in the order of its pages.
  func report(_ found: [PageWarning], of source: String) {
    let warnings = found.sorted { ($0.page ?? -1) < ($1.page ?? -1) }
    for warning in warnings.prefix(Self.mostWarnings) {
      Diagnostics.line(
        Diagnostics.sentence("warning: \(warning.message)", source: source, page: warning.page))
    }
    let rest = warnings.count - Self.mostWarnings
    if rest > 0 {
      Diagnostics.line(
        Diagnostics.sentence("warning: and \(rest) more", source: source, page: nil))
    }
  }

  /// The pages that the arguments name. Counts those of a book as far as that takes, with its progress.
  func pages(_ arguments: Arguments) async throws -> [Int] {
    guard let text = arguments["pages"] else {
      return PageSelection(count: try await countPages(arguments)).indices
    }
    do {
      if publication.isPageCountEstimated, let highest = try PageSelection.highestNumber(text),
        highest > 0, try await hasPage(highest - 1)
      {
        return try PageSelection(text, count: highest).indices
      }
      return try PageSelection(text, count: try await countPages(arguments)).indices
    } catch let error as PageError where error.code == .badRequest {
      throw UsageError(error.message)
    }
  }

  private func hasPage(_ index: Int) async throws(PageError) -> Bool {
    do throws(PageError) {
      _ = try await publication.facts(ofPage: index)
      return true
    } catch {
      guard error.code == .noSuchPage else { throw error }
      return false
    }
  }

  private func countPages(_ arguments: Arguments) async throws -> Int {
    guard publication.isPageCountEstimated else { return publication.pageCount }
    let progress = try LayoutProgress(arguments)
    defer { progress.finish() }
    return try await publication.countPages { share in progress.advance(to: share) }
  }

  /// Passes the result of `make` for each page to `use`, in page order; several pages are made at
  /// once. A page that fails is reported and does not stop the others; the status is the first
  /// failure's.
  func forEachPage<Value: Sendable>(
    _ pages: [Int], _ make: @escaping @Sendable (Int) async throws(PageError) -> Value,
    use: (Int, Value) throws -> Void
  ) async throws -> ExitStatus {
    var status = ExitStatus.done
    for await element in publication.inOrder(pages, make) {
      do {
        try use(element.page, element.result.get())
      } catch let error as PageError where ![.cannotWrite, .outputClosed].contains(error.code) {
        Diagnostics.report(error, source: source, page: layout.excerpt == nil ? element.page : nil)
        if status == .done { status = ExitStatus(error.code) }
      }
    }
    return status
  }
}

extension Arguments {
  /// The exit status for a number of warnings: with `--strict` they are something to see.
  func status(_ status: ExitStatus, warningCount: Int) -> ExitStatus {
    status == .done && has(strictOption.name) && warningCount > 0 ? .found : status
  }
}

/// Which engine reads what several read.
let engineOption = Option(
  "engine", value: "NAME", choices: installedEngines,
  "Read PDF with \(alternatives(installedEngines)) (default: \(installedEngines.first ?? "none"))")
let oneEngineOption = Option(
  "one-engine", "Do not draw pages with another engine where this one fails")

let strictOption = Option(
  "strict", "Exit with 1 if there are warnings, such as missing files or fonts")
let pagesOption = Option(
  "pages", value: "LIST", "Only these pages in this order, such as 1-4,7,last; the first is 1")
let jsonOption = Option("json", "Print one JSON document")
/// The same of a command that names pages.
let pagesJSONOption = Option("json", "Print one JSON document, in which pages count from 0")
let progressOption = Option(
  "progress", value: "json", choices: ["json"], "Report progress as JSON lines on standard error")
let outputOption = Option(
  "output", short: "o", value: "PATH", "Write to PATH; - is standard output")

/// Writes an answer where `-o` says: text for people, or JSON, whose numbers are rounded to
/// thousandths unless they are to be exact.
func answer(
  _ arguments: Arguments, isExact: Bool = false, json: (inout JSONWriter) -> Void,
  text: () -> String
) throws(PageError) {
  let path = arguments["output"] ?? "-"
  guard arguments.has("json") else { return try writeFile(Array(text().utf8), to: path) }
  var writer = JSONWriter(isExact: isExact)
  json(&writer)
  try writeFile(writer.bytes + [0x0A], to: path)
}

/// Text of a source for a terminal: on one line, without control characters.
func printable(_ text: String) -> String {
  func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
  guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }),
    text.unicodeScalars.contains(where: isControl)
  else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
}
