import RectoJSON
import RectoNewsstand
import RectoPageModel

/// The part of all issues that a query of `/api/1/newsstand` is for, and its order.
struct IssueFilter {
  /// The orders of a list.
  private enum Order: String {
    case date, number
  }

  private let words: [Substring]
  private let facets: [(facet: Facet, value: String)]
  private let order: Order

  /// Reads `q`, `category`, `language`, `author`, `publication`, `store` and `order`.
  init(_ query: QueryParameters) throws(ServerError) {
    words = (try query.text("q") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
    var facets: [(Facet, String)] = []
    for facet in Facet.allCases {
      if let value = try query.text(facet.rawValue), !value.isEmpty {
        facets.append((facet, value))
      }
    }
    self.facets = facets
    let name = try query.text("order") ?? Order.date.rawValue
    guard let order = Order(rawValue: name) else {
      throw .badRequest("order must be date or number")
    }
    self.order = order
  }

  /// The issues that a query finds, in its order; `all` are the newest first.
  func found(in all: [ShelfIssue]) -> [ShelfIssue] {
    let found = all.filter { shelved in
      facets.allSatisfy { $0.facet.values(of: shelved).contains($0.value) } && hasWords(shelved)
    }
    guard order == .number else { return found }
    // Issues without a number stand last, in the order in which they were.
    return found.enumerated().sorted { one, other in
      let numbers = (Self.number(one.element), Self.number(other.element))
      return numbers.0 == numbers.1 ? one.offset < other.offset : numbers.0 > numbers.1
    }.map(\.element)
  }

  private func hasWords(_ shelved: ShelfIssue) -> Bool {
    guard !words.isEmpty else { return true }
    let issue = shelved.issue
    let texts =
      [issue.title, issue.publication ?? "", issue.number ?? ""] + issue.titles.values
      + issue.authors + issue.subjects
    let text = texts.joined(separator: "\n").lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  /// The first number in a printed one, such as 12 of `No. 12`.
  private static func number(_ shelved: ShelfIssue) -> Int {
    let digits = (shelved.issue.number ?? "").drop { !$0.isNumber }.prefix { $0.isNumber }
    return Int(digits) ?? -1
  }
}

/// A property that issues are filtered by.
enum Facet: String, CaseIterable {
  case publication, category, author, language, store

  /// The most values that an answer lists; a search finds the others.
  private static let most = 100

  func values(of shelved: ShelfIssue) -> [String] {
    let issue = shelved.issue
    return switch self {
    case .publication: [issue.publication].compactMap(\.self)
    case .category: issue.subjects
    case .author: issue.authors
    case .language: Array(Set([issue.language].compactMap(\.self) + issue.titles.keys))
    case .store: [shelved.store].compactMap(\.self)
    }
  }

  /// `{"category":{"total","values":[{"value","count"}]},…}`: the most frequent of each.
  static func write(of issues: [ShelfIssue], to json: inout JSONWriter) {
    json.object { json in
      for facet in allCases {
        var counts: [String: Int] = [:]
        for issue in issues {
          for value in facet.values(of: issue) { counts[value, default: 0] += 1 }
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        json.key(facet.rawValue)
        json.object { json in
          json.member("total", counts.count)
          json.key("values")
          json.array(Array(sorted.prefix(most))) { json, entry in
            json.object { json in
              json.member("value", entry.key)
              json.member("count", entry.value)
            }
          }
        }
      }
    }
  }
}
