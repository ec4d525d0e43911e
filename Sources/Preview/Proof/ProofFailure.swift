import RectoPageModel

/// A page or a layout that a proof could not show.
public struct ProofFailure: Sendable, Hashable {
  /// The device whose layout it is in; nil for the publication's own.
  public var device: String?
  /// The page's index; nil if the whole layout is missing.
  public var page: Int?
  /// The reason.
  public var error: PageError
}

extension Proof {
  /// All of it, in the order of layouts and pages.
  var failures: [ProofFailure] {
    editions.flatMap { edition in
      let device = edition.key == ProofEdition.own ? nil : edition.key
      let pages = edition.pages.compactMap { page in
        page.failure.map { ProofFailure(device: device, page: page.index, error: $0) }
      }
      return (edition.failure.map { [ProofFailure(device: device, error: $0)] } ?? []) + pages
    }
  }
}
