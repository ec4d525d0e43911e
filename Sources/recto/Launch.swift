import RectoBackends
import RectoPageModel
import RectoWorkers

/// The state that `main` prepared before the first thread started.
struct Launch: Sendable {
  /// A failed fork is reported by the command that needs a worker.
  private let forked: Result<Zygote, PageError>?

  /// Forks a zygote if the command opens sources. Call it before a thread starts.
  init(_ words: [String]) {
    guard let command = commands.first(where: { $0.name == words.first }),
      // A search of the words would not do: one may be a value, or an operand after `--`.
      let arguments = try? command.parser.parse(Array(words.dropFirst())),
      !arguments.has(helpOption.name), command.needsWorkers(arguments)
    else {
      forked = nil
      return
    }
    forked = Result { () throws(PageError) in
      try Zygote.fork(builtInBackends(), preloads: command.makesManyWorkers)
    }
  }

  func zygote() throws(PageError) -> Zygote {
    guard let forked else { throw PageError(.bug, "there is no zygote") }
    return try forked.get()
  }

  /// Ends the workers, and waits for them.
  func shutDown() {
    try? forked?.get().shutDown()
  }
}
