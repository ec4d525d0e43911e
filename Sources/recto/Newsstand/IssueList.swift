import Newsstand
import PageModel

/// Issues of a shelf as lines for people, or as JSON.
struct IssueList {
  let issues: [ShelfIssue]

  /// `date  state  title  id`, in columns.
  var text: String {
    guard !issues.isEmpty else { return "no issues\n" }
    let rows = issues.map { issue in
      [
        issue.issue.date?.text ?? "-", state(of: issue),
        printable(issue.issue.title) + (issue.isNew ? " (new)" : ""), printable(issue.id.text),
      ]
    }
    let widths = (0..<3).map { column in min(48, rows.map { $0[column].count }.max() ?? 0) }
    return rows.map { row in
      let columns = zip(row, widths).map { text, width in
        text + String(repeating: " ", count: max(0, width - text.count))
      }
      return (columns + [row[3]]).joined(separator: "  ") + "\n"
    }.joined()
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
