import PageModel

extension Array {
  /// By the date of the issues that the elements are of, then by number, then as they stand; those
  /// without a date last.
  func newestFirst(_ issue: (Element) -> Issue) -> [Element] {
    let keys = enumerated().map { place, element in
      let issue = issue(element)
      return (place: place, date: issue.date?.seconds, number: NaturalOrder(issue.number ?? ""))
    }
    return keys.sorted { one, other in
      switch (one.date, other.date) {
      case (let first?, let second?) where first != second: return first > second
      case (nil, _?): return false
      case (_?, nil): return true
      default:
        if one.number != other.number { return one.number > other.number }
        return one.place < other.place
      }
    }.map { self[$0.place] }
  }
}

extension [Issue] {
  /// By date, then by number, then as in the catalog; those without a date last.
  func newestFirst() -> [Issue] { newestFirst { $0 } }
}
