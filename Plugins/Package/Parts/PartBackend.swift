import RectoPageModel

/// A backend that reads parts of one package, with one helper for all of them where it has one.
final class PartBackend {
  let backend: any PageBackend
  private var session: Result<any BackendSession, PageError>?

  init(_ backend: any PageBackend) { self.backend = backend }

  /// Prepares its helper. A missing helper is reported when a part needs it.
  func prepare(_ clock: any JobClock) {
    guard session == nil, let backend = backend as? any SubprocessBackend else { return }
    session = Result { () throws(PageError) in try backend.prepareHelper(clock) }
  }

  /// True if none of its helpers has ended.
  var isAlive: Bool {
    guard case .success(let session)? = session else { return true }
    return session.isAlive
  }

  /// Throws as `PageBackend` states.
  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    prepare(WallClock())
    guard let session else { return try backend.open(source, options: options) }
    return try session.get().open(source, options: options)
  }
}
