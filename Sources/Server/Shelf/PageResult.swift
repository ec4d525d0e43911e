import RectoPageModel

extension Result where Failure == PageError {
  /// The value of a page; nil if the page cannot be read, which is passed over in lists.
  ///
  /// Throws `busy` and `cancelled`: the page is not to blame, and may be there the next time.
  func ofReadablePage() throws(PageError) -> Success? {
    switch self {
    case .success(let value): return value
    case .failure(let error):
      if error.code == .busy || error.code == .cancelled { throw error }
      return nil
    }
  }
}
