import RectoPipeline

struct ManCommand: Command {
  let name = "man"
  let operands = "[COMMAND]"
  let summary = "Prints the manual page of a command, or of recto itself, for man."
  var actions: [String] { commands.map(\.name) }
  let options = [Option("save", value: "DIR", "Write the pages of all commands into DIR")]
  let examples = [
    "recto man render | man -l -", "recto man --save ~/.local/share/man/man1 && man recto-render",
  ]

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw UsageError("unexpected operand \(arguments.operands[1])")
    }
    if let folder = arguments["save"] {
      if let word = arguments.operands.first {
        throw UsageError("--save writes all pages: leave out \(word)")
      }
      try makeFolder(folder)
      for page in [ManualPage()] + commands.map(ManualPage.init) {
        try writeFile(Array(page.text.utf8), to: "\(folder)/\(page.name).1")
      }
      return .done
    }
    let command = commands.first { $0.name == arguments.operands.first }
    let page = command.map(ManualPage.init) ?? ManualPage()
    try writeFile(Array(page.text.utf8), to: "-")
    return .done
  }
}
