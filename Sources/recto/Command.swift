/// One of `recto`'s commands.
protocol Command: Sendable {
  var name: String { get }
  /// The operands after the options, such as `SOURCE`.
  var operands: String { get }
  var summary: String { get }
  /// The words that the first operand can be; empty if it is anything else. Others are refused
  /// before the command runs.
  var actions: [String] { get }
  var options: [Option] { get }
  var examples: [String] { get }
  var notes: String { get }
  /// True if a command line opens sources, which needs workers.
  func needsWorkers(_ arguments: Arguments) -> Bool
  /// True if it opens one source after the other.
  var makesManyWorkers: Bool { get }

  /// Returns the exit status; throws `UsageError` or `PageError`.
  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus
}

extension Command {
  var operands: String { "SOURCE" }
  var actions: [String] { [] }
  var notes: String { "" }

  func needsWorkers(_ arguments: Arguments) -> Bool { false }
  var makesManyWorkers: Bool { false }

  var parser: OptionParser {
    let parts = [notes, "Examples:\n" + examples.map { "  \($0)" }.joined(separator: "\n")]
    return OptionParser(
      options: options + [helpOption], operands: operands,
      summary: summary, description: parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n")
  }
}

/// The option that every command has.
let helpOption = Option("help", short: "h", "Show this help")

/// All commands, in the order in which the help lists them.
let commands: [any Command] = [
  InfoCommand(), RenderCommand(), TextCommand(), SearchCommand(), OutlineCommand(), LinksCommand(),
  ArticlesCommand(), MediaCommand(), AnnotationsCommand(), AttachmentsCommand(), LayersCommand(),
  FontsCommand(), LocateCommand(), ServeCommand(), StoreCommand(),
  LibraryCommand(), PublishCommand(), PreviewCommand(), PreflightCommand(),
  SnapshotCommand(), CompareCommand(), PluginsCommand(), CacheCommand(), CompletionsCommand(),
  ManCommand(),
]
