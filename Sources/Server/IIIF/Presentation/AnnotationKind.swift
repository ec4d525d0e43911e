import RectoPageModel

/// The kinds of annotations of a page.
enum AnnotationKind: String, Sendable, CaseIterable {
  case links, lines

  /// The name for people.
  var label: String {
    switch self {
    case .links: "Links"
    case .lines: "Lines of text"
    }
  }

  /// The kinds that a publication can have.
  static func kinds(of record: PublicationRecord) -> [AnnotationKind] {
    allCases.filter { record.has($0 == .links ? .links : .text) }
  }
}

extension PublicationRecord {
  func has(_ capability: Capability) -> Bool { info.capabilities.contains(capability) }

  /// True if pages are paired as in a book, with the first alone. The Presentation API has no term
  /// for pairs that begin with the first page.
  var isPaged: Bool {
    info.direction != .topToBottom && info.hasCoverAlone && pageCount > 1
  }
}
