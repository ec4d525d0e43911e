import RectoPageModel
import RectoPipeline
import RectoPreview
import RectoSnapshots
import Synchronization

struct PreviewCommand: SourceCommand {
  let name = "preview"
  let summary = "Makes a proof to review in a browser."
  let ownOptions = [
    Option(
      "output", short: "o", value: "DIR", "Write the proof to the folder DIR: open its index.html"),
    Option("serve", "Serve the proof on this machine, and keep it up to date with the source"),
    Option("port", value: "N", "With --serve: listen on port N (default: any free port)"),
    Option("pages", value: "LIST", "Only these pages, in document order, such as 1-4,7,last"),
    Option(
      "device", value: "NAMES", isList: true,
      "Only these devices (comma-separated), or none (default: all)"),
    Option("devices", value: "FILE", "Read additional devices from a JSON file"),
    Option("spread", "Start with spreads instead of the contact sheet"),
    Option("dpi", value: "N", "Pixels per inch of the pages' pictures (default: 144)"),
    progressOption,
  ]
  let examples = [
    "recto preview issue.pdf -o proof/", "recto preview issue/ --serve",
    "recto preview --device phone,tablet book.epub -o proof/",
    "recto preview --devices kiosk.json --spread issue.zip -o proof/",
  ]
  var notes: String {
    """
    A proof shows pages, spreads and a contact sheet on devices, with boxes, text, links and media
    drawn on them, a search, and preflight's findings. Reflowable sources are laid out for each
    device. An older proof at DIR is replaced; anything else there is left alone.
    With --serve, each save shows within moments; Ctrl-C stops the server.
    Devices: \(DeviceProfile.builtIn.map(\.name).joined(separator: ", ")).
    """
  }

  func run(_ arguments: Arguments, on session: Session) async throws -> ExitStatus {
    let maker = try await maker(arguments, session)
    switch (arguments["output"], arguments.has("serve")) {
    case (let folder?, false):
      guard folder != "-" else { throw UsageError("a proof is a folder: name one with -o DIR") }
      guard arguments["port"] == nil else { throw UsageError("--port needs --serve") }
      return try await write(to: folder, maker, arguments, session)
    case (nil, true): return try await serve(maker, arguments, session)
    case (nil, false):
      throw UsageError("no output is given: name a folder with -o DIR, or use --serve")
    case (_?, true): throw UsageError("-o and --serve cannot be used together")
    }
  }

  private func write(
    to folder: String, _ maker: ProofMaker, _ arguments: Arguments, _ session: Session
  ) async throws -> ExitStatus {
    let steps = try ProofProgress(arguments)
    let failures = try await Interruption.cancelOnSignal { () throws(PageError) in
      try await maker.write(to: folder, onEvent: steps.take)
    }
    let warningCount = try await reportWarnings(steps, session)
    return arguments.status(report(failures, session), warningCount: warningCount)
  }

  private func serve(
    _ maker: ProofMaker, _ arguments: Arguments, _ session: Session
  ) async throws -> ExitStatus {
    guard let scope = scope(session) else {
      throw UsageError("standard input does not change: --serve needs a file or a folder")
    }
    let port = try arguments.integer("port", in: 0...65_535) ?? 0
    let steps = try ProofProgress(arguments)
    do throws(PageError) {
      try await Interruption.cancelOnSignal { () throws(PageError) in
        let server = try await ProofServer(
          maker, watching: scope, port: port, onEvent: steps.take)
        _ = report(server.failures, session)
        _ = try await reportWarnings(steps, session)
        try OutputFile("-").write(Array("\(server.url)\n".utf8))
        try await server.run()
      }
    } catch {
      // Ended by the user, while the first proof was made.
      guard error.code == .cancelled else { throw error }
    }
    return .done
  }

  /// The files to watch: a folder with all files below it, or a file, with those beside it if the
  /// backend reads them.
  private func scope(_ session: Session) -> ProofServer.Scope? {
    let path = session.publication.source
    if path == "-" { return nil }
    if isFolder(path) { return .folder(path, isDeep: true) }
    guard session.publication.sourceTraits.readsFilesBeside else { return .file(path) }
    return .filesBeside(path)
  }

  private func maker(_ arguments: Arguments, _ session: Session) async throws -> ProofMaker {
    var options = ProofOptions()
    options.layout = session.layout
    options.devices = try devices(arguments)
    options.pages = arguments["pages"]
    _ = try await session.pages(arguments)
    options.dotsPerInch = try arguments.number("dpi", in: 18...600) ?? options.dotsPerInch
    options.opensWithSpreads = arguments.has("spread")
    let first = FirstOpening(session)
    return ProofMaker(source: session.source, options) { layout throws(PageError) in
      try await first.open(layout)
    }
  }

  private func devices(_ arguments: Arguments) throws -> [DeviceProfile] {
    var known = DeviceProfile.builtIn
    if let file = arguments["devices"] {
      do throws(PageError) {
        let own = try DeviceProfile.profiles(inFileAt: file)
        known = own + known.filter { device in !own.contains { $0.name == device.name } }
      } catch {
        throw UsageError(error.message)
      }
    }
    let names = arguments.list("device").flatMap { $0.split(separator: ",") }
    if names.isEmpty { return known }
    if names == ["none"] { return [] }
    return try names.map { name in
      guard let device = known.first(where: { $0.name == name }) else {
        throw UsageError(
          "there is no device \(printable(String(name))): use "
            + known.map(\.name).joined(separator: ", "))
      }
      return device
    }
  }

  /// Reports the warnings that only the layouts for devices have, and returns their number.
  private func reportWarnings(
    _ steps: ProofProgress, _ session: Session
  ) async throws(PageError) -> Int {
    let own = Set(try await session.publication.info.warnings.map(\.message))
    let others = steps.warnings.filter { !own.contains($0.warning.message) }
    for (device, warnings) in Dictionary(grouping: others, by: \.device).sorted(by: {
      $0.key < $1.key
    }) {
      session.report(warnings.map(\.warning), of: "\(session.source) on \(device)")
    }
    return others.count
  }

  private func report(_ failures: [ProofFailure], _ session: Session) -> ExitStatus {
    for failure in failures {
      let source = session.source + (failure.device.map { " on \($0)" } ?? "")
      Diagnostics.report(failure.error, source: source, page: failure.page)
    }
    return failures.first.map { ExitStatus($0.error.code) } ?? .done
  }
}

/// Returns the publication that the command has open already for the first opening.
private final class FirstOpening: Sendable {
  private let session: Session
  private let isTaken = Mutex(false)

  init(_ session: Session) {
    self.session = session
  }

  func open(_ layout: LayoutOptions) async throws(PageError) -> OpenPublication {
    let isFirst = isTaken.withLock { isTaken in
      defer { isTaken = true }
      return !isTaken
    }
    if isFirst, layout == session.layout { return session.publication }
    guard session.publication.source != "-" else {
      throw PageError(
        .badRequest, "standard input is read once: save it as a file to lay it out for devices")
    }
    return try await session.reopen(layout)
  }
}
