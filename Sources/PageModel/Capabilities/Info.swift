/// The requests that every publication answers.
extension RequestKind {
  /// The publication: `PublicationFacts`.
  public static let info = ofPublication(1, "info", "the publication") {
    exactJSON(PublicationFacts($0))
  }

  /// One page: `PageFacts`.
  public static let page = ofPage(2, "page", nil) { exactJSON(PageFacts($0)) }
}
