import Pipeline

struct CompletionsCommand: Command {
  let name = "completions"
  let operands = "bash|zsh|fish"
  let summary = "Prints completions for a shell."
  let options: [Option] = []
  let examples = [
    "recto completions bash > ~/.local/share/bash-completion/completions/recto",
    "recto completions zsh > ~/.zfunc/_recto",
    "recto completions fish > ~/.config/fish/completions/recto.fish",
  ]

  func run(_ arguments: Arguments, _ launch: Launch) async throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw UsageError("\(arguments.operands[1]) is one operand too many")
    }
    let script: String
    switch arguments.operands.first {
    case "bash": script = bash()
    case "zsh": script = zsh()
    case "fish": script = fish()
    default: throw UsageError("which shell? bash, zsh or fish")
    }
    let file = try OutputFile("-")
    try file.write(Array(script.utf8))
    try file.commit()
    return .done
  }

  private func optionNames(_ command: any Command) -> [String] {
    (command.options.map(\.name) + ["help"]).map { "--\($0)" }
  }

  private func bash() -> String {
    let cases = commands.map { command in
      "    \(command.name)) words=\"\(optionNames(command).joined(separator: " "))\" ;;"
    }
    return """
      _recto() {
        local current="${COMP_WORDS[COMP_CWORD]}" words
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(commands.map(\.name).joined(separator: " ")) --help --version" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in
      \(cases.joined(separator: "\n"))
          *) words="" ;;
        esac
        case "$current" in
          -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
          *) COMPREPLY=($(compgen -f -- "$current")) ;;
        esac
      }
      complete -o filenames -F _recto recto

      """
  }

  private func zsh() -> String {
    let names = commands.map { "    '\($0.name):\(quoted($0.summary))'" }
    let cases = commands.map { command in
      let options = command.options.map { option in
        let value = option.value.map { ":\($0.lowercased()):_files" } ?? ""
        return "'--\(option.name)[\(quoted(option.help))]\(value)'"
      }
      return "    \(command.name)) _arguments \(options.joined(separator: " ")) '*:file:_files' ;;"
    }
    return """
      #compdef recto
      _recto() {
        local -a names=(
      \(names.joined(separator: "\n"))
        )
        if (( CURRENT == 2 )); then
          _describe command names
          return
        fi
        shift words
        (( CURRENT-- ))
        case "$words[1]" in
      \(cases.joined(separator: "\n"))
        esac
      }
      _recto "$@"

      """
  }

  private func fish() -> String {
    commands.flatMap { command in
      [
        "complete -c recto -n __fish_use_subcommand -f -a \(command.name) -d '\(quoted(command.summary))'"
      ]
        + command.options.map { option in
          "complete -c recto -n '__fish_seen_subcommand_from \(command.name)' -l \(option.name)"
            + "\(option.value == nil ? "" : " -r") -d '\(quoted(option.help))'"
        }
    }.joined(separator: "\n") + "\n"
  }

  /// Safe between single quotes and inside the brackets of zsh.
  private func quoted(_ text: String) -> String {
    String(text.map { "'[]:".contains($0) ? " " : $0 })
  }
}
