import RectoJSON
import RectoNewsstand
import RectoPageModel

/// Issues of a shelf as lines for people, or as JSON.
struct IssueList {
  let issues: [ShelfIssue]
  /// The state of the shop; nil where it does not matter.
  var shop: ShopReport?
  private let prices = PriceFormat(language: readerLanguage)

  init(issues: [ShelfIssue], shop: ShopReport? = nil) {
    self.issues = issues
    self.shop = shop
  }

  /// `date  state  title  id`, in columns.
  var text: String {
    guard !issues.isEmpty else { return "no issues\n" }
    let columns = [
      // The day of a time is enough for people.
      issues.map { $0.issue.date.map { String($0.text.prefix(10)) } ?? "-" }, issues.map(state),
      issues.map { printable($0.issue.title) + ($0.isNew ? " (new)" : "") },
    ]
    let counts = columns.map { $0.map(width) }
    let widths = counts.map { min(48, $0.max() ?? 0) }
    var lines = ""
    for (row, issue) in issues.enumerated() {
      for column in columns.indices {
        lines += columns[column][row]
        lines += String(
          repeating: " ", count: max(0, widths[column] - counts[column][row]) + 2)
      }
      lines += printable(issue.id.text) + "\n"
    }
    return lines
  }

  /// In characters.
  private func width(_ text: String) -> Int {
    text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.count : text.count
  }

  private func state(of issue: ShelfIssue) -> String {
    switch issue.state {
    case .downloading(let progress):
      return progress.fraction.map { "downloading \(Int($0 * 100)) %" } ?? "downloading"
    case .notDownloaded: return right(to: issue)
    case .installed where issue.update != nil: return "installed, update available"
    default: return issue.state.words
    }
  }

  /// The price of an issue, or why nothing has to be paid.
  private func right(to issue: ShelfIssue) -> String {
    switch issue.access {
    case .free, .bought, .subscribed: issue.access.rawValue
    case .price: issue.price.map { prices.text($0) } ?? "to buy"
    case .unavailable: (issue.price.map { prices.text($0) + ", " } ?? "") + "not sold here"
    }
  }

  /// `{"issues":[…],"shop":{…}}`.
  func write(to json: inout JSONWriter) {
    let languages = [readerLanguage].compactMap { $0 }
    json.object { json in
      json.key("issues")
      json.array(issues) { json, issue in
        json.object { json in issue.writeMembers(to: &json, languages: languages) }
      }
      shop?.write(to: &json)
    }
  }
}

extension IssueState {
  /// For people.
  var words: String {
    switch self {
    case .notDownloaded: "not downloaded"
    case .failed: "failed"
    default: name
    }
  }
}
