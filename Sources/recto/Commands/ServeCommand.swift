import CRectoLinux
import RectoBackends
import RectoNewsstand
import RectoPageModel
import RectoPipeline
import RectoServer

struct ServeCommand: Command {
  let name = "serve"
  let operands = "[SOURCE…]"
  let summary = "Serves publications to reader front ends and browsers."
  let options = [
    Option(
      "address", value: "ADDRESS", "Listen on ADDRESS (default: 127.0.0.1, this machine only)"),
    Option("port", value: "N", "Listen on port N; 0 picks a free port (default: 8080)"),
    Option(
      "host", value: "NAME", isList: true, "Also accept requests for the host NAME; may be repeated"
    ),
    Option("public-url", value: "URL", "The URL at which clients reach the server, behind a proxy"),
    Option(
      "allow-origin", value: "ORIGIN", isList: true,
      "Allow pages of ORIGIN, such as https://reader.example, to read; may be repeated"),
    Option("public", "Allow pages of every site to read, as IIIF viewers need"),
    Option("token-file", value: "FILE", "Require the token in the first line of FILE"),
    Option(
      "access-log", value: "FILE",
      "Log requests as JSON lines to FILE, - (standard error) or none (default: -)"),
    Option("jobs", short: "j", value: "N", "Pages rendered concurrently (default: one per core)"),
    Option("open-publications", value: "N", "Publications kept open (default: 8)"),
    Option("requests-per-client", value: "N", "Concurrent requests per client (default: 64)"),
    Option("time-limit", value: "SECONDS", "Time limit for a page (default: 10)"),
    Option(
      "grace", value: "SECONDS",
      "On shutdown, wait SECONDS for responses in progress (default: 10)"),
    Option(
      "memory-limit", value: "MIB",
      "Memory limit for a page (default: 512; for a browser, 1024)"),
    Option("cache-size", value: "MIB", "Keep MIB of images on disk, 0 for none (default: 512)"),
    Option("cache-memory", value: "MIB", "Keep MIB of images in memory (default: 128)"),
    Option("library", value: "DIR", "Serve the issues of a library and of its stores"),
    shopOption,
    Option(
      "contact", value: "URL", "Your contact for push services: a mailto: or https: URL"),
    Option("store", value: "DIR", "Serve the store in DIR, made by recto publish, below /store/"),
    Option(
      "paid", value: "DIR", "Serve the store's paid contents in DIR to clients with a receipt"),
    Option(
      "receipt-key", value: "FILE", "The shop's Ed25519 public key, which verifies the receipts"),
    Option("allow-private", "Allow catalogs and redirects to name private network addresses"),
    Option("allow-files", "Allow file: URLs of catalogs and contents"),
    engineOption, oneEngineOption,
    Option("unsandboxed", "Run unsandboxed if no sandbox is available"),
  ]
  let examples = [
    "recto serve issues/", "recto serve --port 0 issue.pdf book.epub",
    "recto serve --address 0.0.0.0 --host library.example --token-file token issues/",
    "recto serve --library ~/.local/share/recto/library",
    "recto serve --public-url https://library.example/recto issues/",
  ]
  let notes = """
    SOURCE is a file or a folder. All publications below a folder are served, including those added
    later.
    The URL is printed when the server is ready; Ctrl-C stops it after the responses in progress, or
    after --grace.
    It offers a reader for browsers, a JSON API, IIIF and more: docs/serve.md. Without a token, every
    client that can reach the server can read everything; pages of other sites cannot, unless
    --allow-origin or --public allows them. For TLS, put a proxy in front of it.
    """

  func needsWorkers(_ arguments: Arguments) -> Bool { true }
  var makesManyWorkers: Bool { true }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard
      !arguments.operands.isEmpty || arguments["library"] != nil || arguments["store"] != nil
    else {
      throw UsageError("no source is given: name files or folders, or use --library or --store")
    }
    linux_share_heap()
    let files = OpenFiles.raiseLimit(to: Self.preferredFileLimit)
    guard files >= Self.minimumFileLimit else {
      throw PageError(
        .limit,
        "only \(files) files may be open at once, and a server needs "
          + "\(Self.minimumFileLimit): raise the limit (ulimit -n)")
    }
    let pool = try pool(arguments, launch)
    let recto = try engine(arguments, pool)
    let grace = Duration.seconds(try arguments.number("grace", in: 0...86_400) ?? 10)
    var configuration = try configuration(arguments)
    let library: LibraryService?
    do {
      configuration.store = try publishedStore(arguments)
      library = try await LibraryService(arguments, recto)
    } catch let error as NewsstandError {
      Diagnostics.line("recto: \(error.message)")
      return ExitStatus(error.code)
    }
    configuration.newsstand = library?.newsstand
    // The other half is for workers and files.
    configuration.limits.connections = min(configuration.limits.connections, files / 2)
    do throws(PageError) {
      try await Interruption.cancelOnSignal { [configuration] () throws(PageError) in
        let server = try RectoServer(recto, sources: arguments.operands, configuration)
        if !configuration.isLoopback, configuration.token == nil {
          Diagnostics.line(
            "recto: anyone who can reach \(configuration.address) can read everything: use "
              + "--token-file to require a token")
        }
        for warning in await server.warnings { Diagnostics.line("recto: \(warning)") }
        try OutputFile("-").write(Array("\(configuration.publicURL ?? server.url)/\n".utf8))
        let keeping = Task { await library?.keepUpToDate() }
        await untilCancelled()
        keeping.cancel()
        await library?.newsstand.close()
        await server.stop(grace: grace)
      }
    } catch {
      guard error.code == .badRequest else { throw error }
      throw UsageError(error.message)
    }
    return .done
  }

  /// Files for all connections and publications that may be open.
  private static let preferredFileLimit = 8_192
  private static let minimumFileLimit = 256

  private func untilCancelled() async {
    let (never, _) = AsyncStream.makeStream(of: Void.self)
    // The iteration ends with the task.
    for await _ in never {}
  }

  private func pool(_ arguments: Arguments, _ launch: Launch) throws -> WorkerPool {
    var pool = WorkerPool(zygote: try launch.zygote())
    pool.isSandboxed = !arguments.has("unsandboxed")
    pool.count = try arguments.integer("jobs", in: 1...256) ?? pool.count
    pool.limits.secondsAtFront = 1
    pool.limits.keepsReadyWorkers = true
    pool.limits.seconds =
      try arguments.number("time-limit", in: 0.01...86_400) ?? pool.limits.seconds
    if let mebibytes = try arguments.integer("memory-limit", in: 16...1_048_576) {
      pool.limits.memoryMiB = mebibytes
      pool.limits.helperMemoryMiB = mebibytes
    }
    return pool
  }

  private func engine(_ arguments: Arguments, _ pool: WorkerPool) throws -> Recto {
    let cache = CacheConfiguration(
      memoryBytes: (try arguments.integer("cache-memory", in: 0...1_048_576) ?? 128) << 20,
      diskBytes: (try arguments.integer("cache-size", in: 0...1_048_576) ?? 512) << 20)
    return Recto(
      backends: installedBackends(), isolation: .workers(pool), cache: ResultCache(cache),
      engine: arguments["engine"], substitutesEngines: !arguments.has("one-engine"))
  }

  private func configuration(_ arguments: Arguments) throws -> ServerConfiguration {
    var configuration = ServerConfiguration()
    configuration.address = arguments["address"] ?? configuration.address
    configuration.port = try arguments.integer("port", in: 0...65_535) ?? configuration.port
    configuration.hosts = Set(arguments.list("host").map { $0.lowercased() })
    configuration.origins = try origins(arguments)
    configuration.publicURL = try publicURL(arguments)
    configuration.token = try token(arguments)
    configuration.frames = FramePermissions(policy: fetchPolicy(arguments))
    let log = arguments["access-log"] ?? "-"
    if log != "none" { configuration.accessLog = try AccessLog(log) }
    var limits = configuration.limits
    // One more than workers: while an image is encoded, its worker can draw the next.
    limits.workAtOnce = (try arguments.integer("jobs", in: 1...256) ?? processorCount) + 1
    limits.openPublications =
      try arguments.integer("open-publications", in: 1...1_000) ?? limits.openPublications
    limits.requestsOfClient =
      try arguments.integer("requests-per-client", in: 1...512) ?? limits.requestsOfClient
    configuration.limits = limits
    return configuration
  }

  private func publishedStore(_ arguments: Arguments) throws -> PublishedStore? {
    guard let folder = arguments["store"] else {
      guard arguments["paid"] == nil, arguments["receipt-key"] == nil else {
        throw UsageError("--paid and --receipt-key need --store")
      }
      return nil
    }
    guard (arguments["paid"] == nil) == (arguments["receipt-key"] == nil) else {
      throw UsageError("--paid and --receipt-key must be given together")
    }
    var key: ShopPublicKey?
    if let path = arguments["receipt-key"] {
      do throws(PageError) {
        key = ShopPublicKey(
          String(decoding: try FileBytes(path: path).prefix(4_096), as: UTF8.self))
      } catch {
        throw UsageError("--receipt-key \(path): \(error.message)")
      }
      guard key != nil else {
        throw UsageError(
          "--receipt-key \(path) is not an Ed25519 public key: make one with openssl pkey -pubout")
      }
    }
    return try PublishedStore(folder: folder, paid: arguments["paid"], key: key)
  }

  private func origins(_ arguments: Arguments) throws(UsageError) -> AllowedOrigins {
    if arguments.has("public") { return .any }
    let words = arguments.list("allow-origin")
    guard !words.isEmpty else { return .none }
    var names: Set<String> = []
    for word in words {
      guard let origin = AllowedOrigins.origin(word) else {
        throw UsageError(
          "--allow-origin \(word) is not an origin like https://reader.example, without a path")
      }
      names.insert(origin)
    }
    return .named(names)
  }

  private func publicURL(_ arguments: Arguments) throws(UsageError) -> String? {
    guard let url = arguments["public-url"] else { return nil }
    let isPlain = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>?#".utf8.contains($0) }
    guard isPlain, url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw UsageError("--public-url \(url) is not a URL like https://library.example/recto")
    }
    return url.hasSuffix("/") ? String(url.dropLast()) : url
  }

  private func token(_ arguments: Arguments) throws(UsageError) -> String? {
    guard let path = arguments["token-file"] else { return nil }
    let token: String
    do throws(PageError) {
      token = try firstLine(ofFile: path)
    } catch {
      throw UsageError("--token-file \(path): \(error.message)")
    }
    // A shorter token could be guessed.
    guard token.utf8.count >= 16, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw UsageError(
        "--token-file \(path): the token must have at least 16 printable ASCII characters and no "
          + "spaces")
    }
    return token
  }
}
