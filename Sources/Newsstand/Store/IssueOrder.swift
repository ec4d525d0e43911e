import RectoPageModel

/// The key that determines an issue's place in a list.
private struct OrderKey {
  let place: Int
  let date: Double
  let number: String
}

extension Array {
  /// By the date of the issues that the elements are of, then by number, then as they stand; those
  /// without a date last.
  func newestFirst(_ key: (Element) -> (date: Double?, number: String?)) -> [Element] {
    let keys = enumerated().map { place, element in
      let (date, number) = key(element)
      return OrderKey(place: place, date: date ?? -.infinity, number: number ?? "")
    }
    func isBefore(_ one: OrderKey, _ other: OrderKey) -> Bool {
      if one.date != other.date { return one.date > other.date }
      if one.number != other.number {
        return NaturalOrder(one.number) > NaturalOrder(other.number)
      }
      return one.place < other.place
    }
    // Most catalogs are in order; elements need not be copied then.
    if zip(keys, keys.dropFirst()).allSatisfy(isBefore) { return self }
    return keys.sorted(by: isBefore).map { self[$0.place] }
  }
}

extension [Issue] {
  /// By date, then by number, then as in the catalog; those without a date last.
  func newestFirst() -> [Issue] { newestFirst { ($0.date?.seconds, $0.number) } }
}
