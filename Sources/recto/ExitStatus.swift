import PageModel

/// The exit statuses of the command line, after sysexits(3).
enum ExitStatus: Int32 {
  case done = 0
  /// Done, and there is something to see.
  case found = 1
  case wrongCommandLine = 64
  case badSource = 65
  case noSource = 66
  case notInstalled = 69
  case bug = 70
  case cannotWrite = 73
  case limit = 75

  init(_ code: PageError.Code) {
    switch code {
    case .badRequest, .noSuchPage: self = .wrongCommandLine
    case .damaged, .unsupported, .needsPassword: self = .badSource
    case .notFound, .unreadable: self = .noSource
    case .notInstalled: self = .notInstalled
    case .bug: self = .bug
    case .cannotWrite: self = .cannotWrite
    case .limit, .busy, .cancelled: self = .limit
    }
  }
}
