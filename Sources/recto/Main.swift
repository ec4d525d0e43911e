import CRectoLinux
import Dispatch
import Glibc
import RectoBackends
import RectoPageModel
import RectoPipeline
import RectoWorkers
import Synchronization

/// The day of the version.
let versionDate = "2026-11-25"

/// The overview in the help and the manual page.
let overviewText = """
  Turns publications - PDF, page images in files, folders and archives, Markdown and layouts,
  pages of HTML, EPUB, FictionBook, Kindle books - into page images and page text with exact
  boxes. SOURCE is a file, a folder or - (standard input).
  Pages are numbered from 1 on the command line and in text, and from 0 in JSON.
  """

@main
struct Main {
  /// Forks before the runtime of concurrency starts a thread, which an asynchronous `main` would
  /// not allow.
  static func main() {
    StandardDescriptors.occupy()
    useOwnFonts()
    ZygoteProgram.runIfAsked(builtInBackends())
    // Without the signal, writing to a closed pipe fails (`outputClosed`), and the workers are shut
    // down properly.
    signal(SIGPIPE, SIG_IGN)
    let words = Array(CommandLine.arguments.dropFirst())
    let launch = Launch(words)
    let status = Mutex(ExitStatus.bug)
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      let outcome = await run(words, launch)
      status.withLock { $0 = outcome }
      end.signal()
    }
    end.wait()
    launch.shutDown()
    // All output is written, and threads may still use what `exit` would destroy.
    _exit(status.withLock { $0 }.rawValue)
  }

  /// Makes fontconfig also find the fonts that the Python package contains.
  private static func useOwnFonts() {
    guard let settings = linux_path_beside("../share/recto/fonts.conf") else { return }
    defer { free(settings) }
    setenv("FONTCONFIG_FILE", settings, 0)
  }

  private static func run(_ words: [String], _ launch: Launch) async -> ExitStatus {
    do {
      return try await perform(words, launch)
    } catch let error as PageError {
      Diagnostics.report(error)
      return ExitStatus(error.code)
    } catch {
      Diagnostics.line("recto: this is a bug in Recto: \(error)")
      return .bug
    }
  }

  private static func perform(_ words: [String], _ launch: Launch) async throws -> ExitStatus {
    guard let first = words.first else {
      Diagnostics.write(overview)
      return .wrongCommandLine
    }
    let isHelp = ["--help", "-h", "help"].contains(first)
    guard let name = isHelp ? words.dropFirst().first : first else {
      try answer(overview)
      return .done
    }
    if ["version", "--version", "-v"].contains(name) {
      try answer("recto \(rectoVersion)\n")
      return .done
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      let known = commands.map(\.name) + ["help", "version", "--help", "--version"]
      Diagnostics.line(
        "recto: there is no command \(name)\(suggestion(for: name, of: known)) (recto --help)")
      return .wrongCommandLine
    }
    return try await run(command, isHelp ? ["--help"] : Array(words.dropFirst()), launch)
  }

  private static func run(
    _ command: any Command, _ words: [String], _ launch: Launch
  ) async throws -> ExitStatus {
    do {
      let arguments = try command.parser.parse(words)
      if arguments.has("help") {
        try answer(command.parser.help(command: "recto \(command.name)") + "\n")
        return .done
      }
      if let word = arguments.operands.first, !command.actions.isEmpty,
        !command.actions.contains(word)
      {
        let actions = command.actions
        throw UsageError(
          "\(word) is not \(alternatives(actions))\(suggestion(for: word, of: actions))")
      }
      return try await command.run(arguments, launch)
    } catch let error as UsageError {
      Diagnostics.line("recto \(command.name): \(error.message) (recto \(command.name) --help)")
      return .wrongCommandLine
    }
  }

  private static var overview: String {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count + 2))\(command.summary)"
    }
    let statuses = ExitStatus.allCases.map { status in
      "  \(status.rawValue)\(String(repeating: " ", count: 5 - "\(status.rawValue)".count))\(status.meaning)"
    }
    return """
      Usage: recto COMMAND [OPTION…] SOURCE

      \(overviewText)

      Commands:
      \(list.joined(separator: "\n"))

      recto COMMAND --help shows the options of a command with examples, recto man COMMAND prints
      its manual page, recto version the version.

      Exit status:
      \(statuses.joined(separator: "\n"))


      """
  }

  private static func answer(_ text: String) throws(PageError) {
    try OutputFile("-").write(Array(text.utf8))
  }
}
