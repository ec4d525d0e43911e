import Glibc
import PageModel
import Pipeline

/// The version of the command and of what it writes.
let version = "0.1.0"

@main
struct Main {
  static func main() async {
    // A reader that goes away is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) async -> ExitStatus {
    guard let first = words.first else {
      printOverview(to: STDERR_FILENO)
      return .wrongCommandLine
    }
    switch first {
    case "--version":
      printLine("recto \(version)")
      return .done
    case "--help", "-h", "help":
      if let command = words.dropFirst().first.flatMap(command(named:)) {
        printLine(command.parser.help(command: "recto \(command.name)"))
      } else {
        printOverview(to: STDOUT_FILENO)
      }
      return .done
    default:
      guard let command = command(named: first) else {
        Diagnostics.line("recto: there is no command \(first): recto --help lists them")
        return .wrongCommandLine
      }
      return await run(command, Array(words.dropFirst()))
    }
  }

  private static func run(_ command: any Command, _ words: [String]) async -> ExitStatus {
    do {
      let arguments = try command.parser.parse(words)
      if arguments.has("help") {
        printLine(command.parser.help(command: "recto \(command.name)"))
        return .done
      }
      return try await command.run(arguments)
    } catch let error as UsageError {
      Diagnostics.line("recto \(command.name): \(error.message) (recto \(command.name) --help)")
      return .wrongCommandLine
    } catch let error as PageError {
      Diagnostics.report(error)
      return ExitStatus(error.code)
    } catch {
      Diagnostics.line("recto: this is a bug in Recto: \(error)")
      return .bug
    }
  }

  private static func command(named name: String) -> (any Command)? {
    commands.first { $0.name == name }
  }

  private static func printOverview(to descriptor: Int32) {
    let width = commands.map(\.name.count).max() ?? 0
    let list = commands.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count + 2))\(command.summary)"
    }
    printLine(
      """
      Usage: recto COMMAND [OPTION…] SOURCE

      Turns publications - PDF files, folders, archives and files of page images - into page
      images and page text with exact boxes. SOURCE is a file, a folder or - (standard input).

      Commands:
      \(list.joined(separator: "\n"))

      recto COMMAND --help shows the options of a command with examples.
      Exit status: 0 done, 64 wrong command line, 65 bad source, 66 no such source, 69 something
      is not installed, 70 a bug, 73 the output cannot be written, 75 a limit was reached.
      """, to: descriptor)
  }

  private static func printLine(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
    let bytes = Array((text + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
  }
}
