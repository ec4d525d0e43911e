import RectoPipeline

struct CompletionsCommand: Command {
  let name = "completions"
  let operands = "bash|zsh|fish"
  let summary = "Prints completions for a shell."
  let actions = ["bash", "zsh", "fish"]
  let options: [Option] = []
  let examples = [
    "recto completions bash > ~/.local/share/bash-completion/completions/recto",
    "recto completions zsh > ~/.zfunc/_recto",
    "recto completions fish > ~/.config/fish/completions/recto.fish",
  ]

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw UsageError("unexpected operand \(arguments.operands[1])")
    }
    let script: String
    switch arguments.operands.first {
    case "bash": script = BashCompletions.script
    case "zsh": script = ZshCompletions.script
    case "fish": script = FishCompletions.script
    default: throw UsageError("no shell is given: bash, zsh or fish")
    }
    try writeFile(Array(script.utf8), to: "-")
    return .done
  }
}
