/// The issues of a store, the newest first, found by index and by id.
struct IssueList: Sendable {
  let issues: [Issue]
  private let places: [IssueID: Int]

  /// Of issues in the order of a catalog.
  init(_ issues: [Issue] = []) {
    let sorted = issues.newestFirst()
    self.issues = sorted
    places = Dictionary(
      sorted.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(_ id: IssueID) -> Issue? { places[id].map { issues[$0] } }

  /// What is other than in an earlier list.
  func changes(from earlier: IssueList) -> [StoreEvent] {
    var events = earlier.issues.filter { self[$0.id] == nil }.map { StoreEvent.issueRemoved($0.id) }
    for issue in issues {
      if let old = earlier[issue.id] {
        if old != issue { events.append(.issueChanged(issue.id)) }
      } else {
        events.append(.issueAdded(issue.id))
      }
    }
    return events
  }
}
