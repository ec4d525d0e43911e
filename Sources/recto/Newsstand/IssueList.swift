import Newsstand
import PageModel

/// Issues of a shelf as lines for people, or as JSON.
struct IssueList {
  let issues: [ShelfIssue]

  /// `date  state  title  id`, in columns.
  var text: String {
    guard !issues.isEmpty else { return "no issues\n" }
    let columns = [
      issues.map { $0.issue.date?.text ?? "-" }, issues.map(state),
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
    case .notDownloaded:
      return issue.actions.contains(.buy) ? issue.price ?? "to buy" : "not downloaded"
    default: return issue.state.words
    }
  }

  /// `{"issues":[…]}`.
  func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("issues")
      json.array(issues) { $0.value($1) }
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
