/// The issues of a store, the newest first, found by index and by id.
struct IssueList: Sendable {
  let issues: [Issue]
  /// The indices by id, made for the first lookup of an id.
  private var places: [IssueID: Int]?

  /// The list of issues given in the order of a catalog.
  init(_ issues: [Issue] = []) { self.issues = issues.newestFirst() }

  mutating func issue(_ id: IssueID) -> Issue? {
    let places = places ?? allPlaces
    self.places = places
    return places[id].map { issues[$0] }
  }

  private var allPlaces: [IssueID: Int] {
    Dictionary(
      issues.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The differences from an earlier list.
  func changes(from earlier: IssueList) -> [StoreEvent] {
    let (places, earlierPlaces) = (allPlaces, earlier.allPlaces)
    var events = earlier.issues.filter { places[$0.id] == nil }.map {
      StoreEvent.issueRemoved($0.id)
    }
    for issue in issues {
      if let place = earlierPlaces[issue.id] {
        if earlier.issues[place] != issue { events.append(.issueChanged(issue.id)) }
      } else {
        events.append(.issueAdded(issue.id))
      }
    }
    return events
  }
}
