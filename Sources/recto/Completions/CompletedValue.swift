/// The completions that a shell can offer for the value of an option.
enum CompletedValue {
  case words([String])
  case files
  case folders
  /// A value that only the user knows, such as a number.
  case unknown

  /// By the option's choices, else by what its value is called.
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
  /// The options with the one that every command has.
  var completedOptions: [Option] { options + [helpOption] }
}
