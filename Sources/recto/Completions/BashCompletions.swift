/// A script for bash, made from what the commands declare.
enum BashCompletions {
  static var script: String {
    """
    # bash itself completes file names, since it can read and write quoted ones. compopt works only
    # during a completion.
    _recto_files() {
      compopt -o bashdefault -o default 2>/dev/null
    }
    _recto_folders() {
      compopt -o filenames -o dirnames 2>/dev/null
    }
    _recto() {
      local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
      local options="" actions="" word
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W "\(first)" -- "$current")
        return
      fi
      if [ "${COMP_WORDS[1]}" = help ]; then
        if [ "$COMP_CWORD" -eq 2 ]; then
          mapfile -t COMPREPLY < <(compgen -W "\(names)" -- "$current")
        fi
        return
      fi
      # bash parts --format=png into three words.
      if [ "$current" = "=" ]; then current=""
      elif [ "$previous" = "=" ]; then previous="${COMP_WORDS[COMP_CWORD-2]}"
      fi
      case "${COMP_WORDS[1]}" in
    \(commands.map(declaration).joined(separator: "\n"))
      esac
      case "${COMP_WORDS[1]} $previous" in
    \(commands.flatMap(values).joined(separator: "\n"))
      esac
      if [[ "$current" == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
      fi
      for word in "${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
        if [[ " $actions " == *" $word "* ]]; then actions=""; fi
      done
      if [ -n "$actions" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$actions" -- "$current")
      else
        _recto_files
      fi
    }
    complete -F _recto recto

    """
  }

  private static var first: String {
    "\(names) help version --help --version"
  }

  private static var names: String { commands.map(\.name).joined(separator: " ") }

  private static func declaration(_ command: any Command) -> String {
    let options = command.completedOptions.map { "--\($0.name)" }.joined(separator: " ")
    let actions = command.actions.joined(separator: " ")
    return "    \(command.name)) options=\"\(options)\"; actions=\"\(actions)\" ;;"
  }

  /// The completions offered after each option that has a value.
  private static func values(_ command: any Command) -> [String] {
    command.options.filter { $0.value != nil }.map { option in
      let names = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
      let pattern = names.map { "\"\(command.name) \($0)\"" }.joined(separator: "|")
      let offer =
        switch CompletedValue(of: option) {
        case .words(let words):
          "mapfile -t COMPREPLY < <(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"); "
        case .files: "_recto_files; "
        case .folders: "_recto_folders; "
        case .unknown: ""
        }
      return "    \(pattern)) \(offer)return ;;"
    }
  }
}
