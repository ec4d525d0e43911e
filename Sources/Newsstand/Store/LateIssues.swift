/// The issues from parts of a catalog that could not be read at an earlier time, such as a feed whose
/// server was away.
public struct LateIssues: Sendable, Hashable {
  public var issues: [Issue]
  /// The URLs of the parts that still cannot be read; the empty text stands for the whole catalog.
  public var unread: Set<String>

  public init(issues: [Issue], unread: Set<String>) {
    self.issues = issues
    self.unread = unread
  }

  /// - Parameters:
  ///   - catalog: The issues of all parts; nil for none.
  ///   - parts: Each comes after the one that led to it.
  ///   - unread: The URLs of the parts that could not be read before. Parts that these lead to could
  ///     not be read either.
  init(in catalog: Catalog?, parts: [CatalogPart], unread: Set<String>) {
    self.init(issues: [], unread: unread)
    var late: [Bool] = []
    for part in parts {
      let isLate = unread.contains(part.request) || (part.parent.map { late[$0] } ?? false)
      late.append(isLate)
      guard isLate else { continue }
      if let catalog { issues += catalog.issues[part.issues] }
      if part.isRead {
        self.unread.remove(part.request)
      } else {
        self.unread.insert(part.request)
      }
    }
  }
}
