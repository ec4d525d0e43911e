import RectoPageModel

/// A reader's reaction to an error.
enum Reaction: Equatable {
  case nothing
  case askForPassword
  case tryAgainLater
  case tell(String)

  init(to error: PageError) {
    switch error.code {
    case .cancelled: self = .nothing
    case .needsPassword: self = .askForPassword
    case .busy: self = .tryAgainLater
    default: self = .tell(error.message)
    }
  }
}
