import Glibc
import RectoBackends
import RectoNewsstand
import RectoPageModel
import RectoPipeline
import RectoWorkers

/// A command about the library and the stores: an action and its operands.
protocol NewsstandCommand: Command {
  associatedtype Action: RawRepresentable & CaseIterable & Sendable where Action.RawValue == String
  var ownOptions: [Option] { get }

  /// True if the action changes nothing, so that it can run while another program has the library.
  func isReadOnly(_ action: Action) -> Bool
  /// True if the action can run without writing, as on a read-only disk.
  func canRunReadOnly(_ action: Action, _ arguments: Arguments) -> Bool
  /// True if damaged records are rebuilt.
  func repairs(_ action: Action, _ arguments: Arguments) -> Bool

  func run(
    _ action: Action, _ operands: [String], _ arguments: Arguments, on newsstand: NewsstandSession
  ) async throws -> ExitStatus
}

/// An open library and the path of its folder.
struct NewsstandSession: Sendable {
  let newsstand: Newsstand
  /// The folder.
  let path: String
}

extension NewsstandCommand {
  var options: [Option] {
    ownOptions + [
      libraryOption,
      shopOption,
      Option("allow-private", "Allow catalogs and redirects to name private network addresses"),
      Option("allow-files", "Allow file: URLs of catalogs and contents"),
      jsonOption, outputOption,
    ]
  }

  func canRunReadOnly(_ action: Action, _ arguments: Arguments) -> Bool { false }
  func repairs(_ action: Action, _ arguments: Arguments) -> Bool { false }

  var actions: [String] { Action.allCases.map(\.rawValue) }

  func needsWorkers(_ arguments: Arguments) -> Bool { true }

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard let action = arguments.operands.first.flatMap(Action.init(rawValue:)) else {
      throw UsageError("no action is given: \(alternatives(actions))")
    }
    let path = try libraryPath(arguments)
    var configuration = try newsstandConfiguration(arguments, library: path)
    configuration.isRepairing = repairs(action, arguments)
    // An action that changes nothing reports records that cannot be read.
    configuration.acceptsDamage = canRunReadOnly(action, arguments)
    // If there is no library yet, or one of an older program, it is made first.
    if let reader = try? LibraryReader(path),
      isReadOnly(action) || canRunReadOnly(action, arguments) && !reader.isWritable
    {
      configuration.access = .readOnly
    }
    let zygote = try launch.zygote()
    let outcome = try await Interruption.cancelOnSignal {
      [configuration] () throws(PageError) -> Outcome in
      do {
        let recto = Recto(
          backends: installedBackends(), isolation: .workers(WorkerPool(zygote: zygote)))
        let newsstand = try await Newsstand(folder: path, recto: recto, configuration)
        let session = NewsstandSession(newsstand: newsstand, path: path)
        let outcome = await ending {
          try await run(action, Array(arguments.operands.dropFirst()), arguments, on: session)
        }
        await newsstand.close()
        return outcome
      } catch {
        return .failure(error)
      }
    }
    switch outcome {
    case .status(let status): return status
    case .interrupted:
      Diagnostics.line(
        "recto: interrupted: downloaded parts are kept, and recto library download --all resumes")
      return .limit
    case .failure(let error as NewsstandError):
      Diagnostics.line("recto: \(error.message)")
      return ExitStatus(error.code)
    case .failure(let error): throw error
    }
  }
}

private enum Outcome: Sendable {
  case status(ExitStatus)
  case failure(any Error)
  case interrupted
}

/// The outcome of `body`. A cancelled task does not wait for `body`, which may be waiting for a
/// server; the end of the process ends it.
private func ending(
  _ body: @escaping @Sendable () async throws -> ExitStatus
) async -> Outcome {
  let (outcomes, sink) = AsyncStream.makeStream(of: Outcome.self)
  let work = Task {
    do {
      sink.yield(.status(try await body()))
    } catch {
      sink.yield(.failure(error))
    }
    sink.finish()
  }
  for await outcome in outcomes where !Task.isCancelled { return outcome }
  work.cancel()
  return .interrupted
}

let libraryOption = Option(
  "library", value: "DIR",
  "The library (default: $RECTO_LIBRARY, else recto/library in the data folder)")

/// The path of the library. Throws if nothing states it.
func libraryPath(_ arguments: Arguments) throws(UsageError) -> String {
  if let path = arguments["library"] ?? environmentVariable("RECTO_LIBRARY") { return path }
  // The XDG base directory specification.
  if let data = environmentVariable("XDG_DATA_HOME"), data.hasPrefix("/") {
    return "\(data)/recto/library"
  }
  if let home = environmentVariable("HOME") { return "\(home)/.local/share/recto/library" }
  throw UsageError(
    "the library cannot be located because HOME is not set: name a folder with --library")
}

let shopOption = Option(
  "shop", value: "URL",
  "Ask the shop at URL, or in a file (default: $RECTO_SHOP; docs/newsstand/shop.md)")

/// The policy for requests to other servers.
func fetchPolicy(_ arguments: Arguments) -> FetchPolicy {
  var policy = FetchPolicy()
  policy.isPrivateAllowed = arguments.has("allow-private")
  policy.isFileAllowed = arguments.has("allow-files")
  policy.userAgent = "recto/\(rectoVersion)"
  return policy
}

/// The contact of `--contact`. Throws for anything but a URL of `mailto:` or `https:`.
func contactURL(_ arguments: Arguments) throws(UsageError) -> String? {
  guard let contact = arguments["contact"] else { return nil }
  let isPlain = contact.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  guard isPlain, contact.utf8.count <= 256,
    contact.hasPrefix("mailto:") || contact.hasPrefix("https://")
  else {
    throw UsageError("--contact \(contact) is not a URL like mailto:editor@publisher.example")
  }
  return contact
}

/// Throws for a contact that is not a URL, and for a shop that cannot be asked.
func newsstandConfiguration(
  _ arguments: Arguments, library: String
) throws(UsageError) -> NewsstandConfiguration {
  let policy = fetchPolicy(arguments)
  var configuration = NewsstandConfiguration(policy: policy)
  configuration.push = PushSender(policy: policy, contact: try contactURL(arguments))
  guard let shop = arguments["shop"] ?? environmentVariable("RECTO_SHOP") else {
    return configuration
  }
  guard shop.hasPrefix("http://") || shop.hasPrefix("https://") else {
    configuration.purchases = FilePurchases(shop)
    return configuration
  }
  do throws(NewsstandError) {
    configuration.purchases = try HTTPShop(
      url: shop, folder: "\(library)/shop", policy: policy)
  } catch {
    throw UsageError(error.message)
  }
  return configuration
}

/// The reader's language as a BCP 47 tag, by the variables of setlocale(3); nil for none.
var readerLanguage: String? {
  for name in ["LC_ALL", "LC_MONETARY", "LANG"] {
    guard let value = environmentVariable(name) else { continue }
    let tag = value.prefix { $0 != "." && $0 != "@" }.replacing("_", with: "-")
    return tag == "C" || tag == "POSIX" ? nil : String(tag)
  }
  return nil
}

extension ExitStatus {
  init(_ code: NewsstandError.Code) {
    switch code {
    case .notFound, .unreachable: self = .noSource
    case .badCatalog, .refused, .badAnswer, .corrupt, .untrusted, .badContent, .badLibrary,
      .badRequest:
      self = .badSource
    case .needsPurchase, .needsAuthorization: self = .needsPurchase
    case .noSpace, .cannotWrite: self = .cannotWrite
    case .stalled, .tooLarge, .notNow, .cancelled: self = .limit
    }
  }
}

/// Parses an operand as an issue's id. Throws if it cannot be one.
func issueID(_ text: String) throws(UsageError) -> IssueID {
  do throws(NewsstandError) {
    return try IssueID(text)
  } catch {
    throw UsageError(error.message)
  }
}
