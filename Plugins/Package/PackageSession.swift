import RectoPageModel

/// The backends of a package's parts, with their helpers.
struct PackageSession: BackendSession {
  private let parts: [PartBackend]

  init(parts: [any PageBackend]) { self.parts = parts.map(PartBackend.init) }

  /// Makes all helpers ready; starts those that a part needs.
  func prepare(_ clock: any JobClock) { for part in parts { part.prepare(clock) } }

  var isAlive: Bool { parts.allSatisfy(\.isAlive) }

  func open(_ source: Source, options: OpenOptions) throws(PageError) -> any Publication {
    try PackageContent(source, backends: parts, options: options).open()
  }
}
