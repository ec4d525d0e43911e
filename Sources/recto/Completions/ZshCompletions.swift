/// A script for zsh, made from what the commands declare.
enum ZshCompletions {
  static var script: String {
    let names = commands.map { "    '\($0.name):\(quoted($0.summary))'" }
    return """
      #compdef recto
      _recto() {
        local -a names=(
      \(names.joined(separator: "\n"))
          'help:Shows the help of a command.'
          'version:Shows the version.'
        )
        if (( CURRENT == 2 )); then
          _describe command names
          return
        fi
        shift words
        (( CURRENT-- ))
        case "$words[1]" in
      \(commands.map(declaration).joined(separator: "\n"))
          help) _arguments '1:command:(\(commands.map(\.name).joined(separator: " ")))' ;;
        esac
      }
      if [ "$funcstack[1]" = "_recto" ]; then
        _recto "$@"
      else
        compdef _recto recto
      fi

      """
  }

  private static func declaration(_ command: any Command) -> String {
    let options = command.completedOptions.flatMap(specifications)
    let first =
      command.actions.isEmpty ? [] : ["'1:action:(\(command.actions.joined(separator: " ")))'"]
    let all = (options + first + ["'*:file:_files'"]).joined(separator: " ")
    return "    \(command.name)) _arguments \(all) ;;"
  }

  /// One for the long name and one for the short one.
  private static func specifications(_ option: Option) -> [String] {
    let names = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
    let value = option.value.map { name in
      ":\(quoted(name.lowercased())):" + action(CompletedValue(of: option))
    }
    return names.map { name in
      let equals = value != nil && name.hasPrefix("--") ? "=" : ""
      return "'\(option.isList ? "*" : "")\(name)\(equals)[\(quoted(option.help))]\(value ?? "")'"
    }
  }

  private static func action(_ value: CompletedValue) -> String {
    switch value {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .files: "_files"
    case .folders: "_files -/"
    case .unknown: " "
    }
  }

  /// Safe between single quotes and inside brackets.
  private static func quoted(_ text: String) -> String {
    String(text.map { "'[]:".contains($0) ? " " : $0 })
  }
}
