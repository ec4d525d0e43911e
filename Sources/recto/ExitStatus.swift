import RectoPageModel

/// The exit statuses of the command line, after sysexits(3).
enum ExitStatus: Int32, CaseIterable {
  case done = 0
  /// Done, with findings.
  case found = 1
  case wrongCommandLine = 64
  case badSource = 65
  case noSource = 66
  case notInstalled = 69
  case bug = 70
  case cannotWrite = 73
  case limit = 75
  /// EX_NOPERM of sysexits(3).
  case needsPurchase = 77
  /// The reader of standard output has closed it: the status that shells report for a program ended
  /// by SIGPIPE.
  case outputClosed = 141

  /// Its meaning, for help and manual pages.
  var meaning: String {
    switch self {
    case .done: "done"
    case .found:
      "pages differ, a check failed, a part was left out, or --strict found a warning"
    case .wrongCommandLine: "the command line is wrong"
    case .badSource: "the source is damaged, not supported, or needs a password"
    case .noSource: "the source does not exist, or cannot be read"
    case .notInstalled: "a required program or library is not installed"
    case .bug: "a bug in Recto"
    case .cannotWrite: "the output cannot be written"
    case .needsPurchase: "the issue has to be bought first"
    case .limit: "a limit was reached (time, memory, pixels), or Recto is busy: try again later"
    case .outputClosed: "the reader of standard output has closed it, as head does"
    }
  }

  init(_ code: PageError.Code) {
    switch code {
    case .badRequest, .noSuchPage: self = .wrongCommandLine
    case .damaged, .unsupported, .needsPassword: self = .badSource
    case .notFound, .unreadable: self = .noSource
    case .notInstalled: self = .notInstalled
    case .bug: self = .bug
    case .cannotWrite: self = .cannotWrite
    case .outputClosed: self = .outputClosed
    case .limit, .busy, .cancelled: self = .limit
    }
  }
}
