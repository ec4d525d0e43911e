import PageModel

/// What of a page there are annotations for.
enum AnnotationKind: String, Sendable, CaseIterable {
  case links, lines

  /// What a person reads.
  var label: String {
    switch self {
    case .links: "Links"
    case .lines: "Lines of text"
    }
  }

  /// Those that a publication can have.
  static func kinds(of record: PublicationRecord) -> [AnnotationKind] {
    allCases.filter { record.has($0 == .links ? .links : .text) }
  }
}

extension PublicationRecord {
  func has(_ capability: Capability) -> Bool { info.capabilities.contains(capability) }

  /// Whether pages lie side by side as in a book, the first alone. The Presentation API has no word
  /// for pairs that begin with the first page.
  var isPaged: Bool {
    info.direction != .topToBottom && info.hasCoverAlone && pageCount > 1
  }
}
