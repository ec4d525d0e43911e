/// A script for fish, made from what the commands declare.
enum FishCompletions {
  static var script: String {
    let others = [("help", "Shows the help of a command."), ("version", "Shows the version.")]
    let firsts = commands.map { ($0.name, $0.summary) } + others
    let lines =
      firsts.map { name, summary in
        "complete -c recto -n __fish_use_subcommand -f -a \(name) -d '\(quoted(summary))'"
      } + [
        "complete -c recto -n '__fish_seen_subcommand_from help' -f"
          + " -a '\(commands.map(\.name).joined(separator: " "))'"
      ] + commands.flatMap(declaration)
    return lines.joined(separator: "\n") + "\n"
  }

  private static func declaration(_ command: any Command) -> [String] {
    let condition = "__fish_seen_subcommand_from \(command.name)"
    let actions = command.actions.joined(separator: " ")
    // `man` is a command and also one of its own operands.
    let others = command.actions.filter { $0 != command.name }.joined(separator: " ")
    let first =
      actions.isEmpty
      ? []
      : [
        "complete -c recto -n '\(condition); and not __fish_seen_subcommand_from \(others)'"
          + " -f -a '\(actions)'"
      ]
    return first
      + command.completedOptions.map { option in
        let short = option.short.map { " -s \($0)" } ?? ""
        let value = option.value == nil ? "" : offer(CompletedValue(of: option))
        return "complete -c recto -n '\(condition)' -l \(option.name)\(short)\(value)"
          + " -d '\(quoted(option.help))'"
      }
  }

  private static func offer(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): " -x -a '\(words.joined(separator: " "))'"
    case .files: " -r -F"
    case .folders: " -x -a '(__fish_complete_directories)'"
    case .unknown: " -x"
    }
  }

  /// Safe between single quotes.
  private static func quoted(_ text: String) -> String {
    String(text.map { $0 == "'" || $0 == "\\" ? " " : $0 })
  }
}
