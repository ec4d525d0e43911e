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

  /// True if the answer or a file name contains page numbers. Without them, `--pages last` lays out
  /// only the last chapter.
  func numbersPages(_ arguments: Arguments) -> Bool

  /// True if another engine may replace one that fails.
  func substitutesEngines(_ arguments: Arguments) -> Bool

  /// Runs on the open source.
  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus
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
        "password-file", value: "FILE",
        "Read the password from the first line of FILE (- is standard input)"),
      engineOption, oneEngineOption,
      Option("jobs", short: "j", value: "N", "Worker processes (default: one per core)"),
      Option("time-limit", value: "SECONDS", "Time limit for a page (default: 10)"),
      Option(
        "memory-limit", value: "MIB",
        "Memory limit for a page (default: 512; for a browser, 1024)"),
      Option("no-cache", "Lay out a book without using or updating the cache of layouts"),
      Option("unsandboxed", "Run unsandboxed if no sandbox is available"),
      Option(
        "in-process",
        "Open the source in this process, without workers or limits (trusted sources only)"),
    ]
  }

  func needsWorkers(_ arguments: Arguments) -> Bool { !arguments.has("in-process") }

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
      throw UsageError("unexpected operand \(arguments.operands[expected.count])")
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
      throw UsageError("--cache and --no-cache cannot be used together")
    }
    let source = path == "-" ? "standard input" : path
    let layout = try self.layout(arguments)
    let isolation = try isolation(arguments, launch)
    do {
      let password = try password(arguments)
      // An export writes each image at once and needs no memory cache.
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
      let isShort = await session.reportTruncatedParts()
      let reported = reportsWarnings ? await session.reportWarnings() : 0
      if status == .done, isShort { return ExitStatus(.limit) }
      return arguments.status(status, warningCount: reported)
    } catch let error as PageError where error.code == .notFound && path.hasReplacedBytes {
      let sentence = "\(error.message), or pass it on standard input (-)"
      Diagnostics.report(PageError(error.code, sentence), source: source)
      return ExitStatus(error.code)
    } catch let error as PageError {
      // The message of a failed write names its own path.
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
    // The source is opened again after each save.
    pool.limits.keepsReadyWorkers = arguments.has("serve")
    return .workers(pool)
  }

  private func password(_ arguments: Arguments) throws -> String? {
    guard let path = arguments["password-file"] else { return arguments["password"] }
    guard arguments["password"] == nil else {
      throw UsageError("--password and --password-file cannot be used together")
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

extension Arguments {
  /// The exit status for a number of warnings: with `--strict` they count as findings.
  func status(_ status: ExitStatus, warningCount: Int) -> ExitStatus {
    status == .done && has(strictOption.name) && warningCount > 0 ? .found : status
  }
}
