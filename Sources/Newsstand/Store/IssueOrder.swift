import PageModel

extension [Issue] {
  /// By date, then by number, then as in the catalog; those without a date last.
  func newestFirst() -> [Issue] {
    let keys = enumerated().map { place, issue in
      (place: place, date: issue.date, number: NaturalOrder(issue.number ?? ""))
    }
    return keys.sorted { one, other in
      switch (one.date, other.date) {
      case (let first?, let second?) where first.seconds != second.seconds:
        return first.seconds > second.seconds
      case (nil, _?): return false
      case (_?, nil): return true
      default:
        if one.number != other.number { return one.number > other.number }
        return one.place < other.place
      }
    }.map { self[$0.place] }
  }
}
