/// The completions that a shell can offer for the value of an option.
enum CompletedValue {
  case words([String])
  case files
  case folders
  /// A value that only the user knows, such as a number.
  case unknown

  /// Decides by the option's choices, or else by the name of its value in the help.
  init(of option: Option) {
    switch option.value {
    case _ where !option.choices.isEmpty: self = .words(option.choices)
    case "PATH", "FILE", "PLACE": self = .files
    case "DIR", "FOLDER": self = .folders
    default: self = .unknown
    }
  }
}

extension Command {
  /// The command's options and `--help`, which every command has.
  var completedOptions: [Option] { options + [helpOption] }
}
