import Glibc
import RectoJSON
import RectoNewsstand
import RectoPageModel
import Synchronization

/// The progress of downloads: a bar for each on a terminal, JSON lines on demand, otherwise
/// nothing.
final class DownloadReport: Sendable {
  private enum Style { case none, bars, json }

  private struct State {
    /// In the order in which they began.
    var order: [IssueID] = []
    var titles: [IssueID: String] = [:]
    var states: [IssueID: IssueState] = [:]
    /// The number of lines drawn on the terminal.
    var drawn = 0
  }

  private let style: Style
  private let state = Mutex(State())

  init(_ arguments: Arguments) throws(UsageError) {
    switch arguments["progress"] {
    case "json": style = .json
    case nil: style = isatty(STDERR_FILENO) == 1 ? .bars : .none
    case let other?: throw UsageError("--progress \(other) is not json")
    }
  }

  /// Names an issue before it begins.
  func add(_ issue: ShelfIssue) {
    state.withLock { state in
      guard state.titles.updateValue(issue.issue.title, forKey: issue.id) == nil else { return }
      state.order.append(issue.id)
    }
  }

  /// Follows events until there are no more.
  func follow(_ events: AsyncStream<NewsstandEvent>) async {
    for await case .issueChanged(let id, let issue) in events { note(id, issue) }
  }

  private func note(_ id: IssueID, _ issue: IssueState) {
    let isKnown = state.withLock { state in
      guard state.titles[id] != nil else { return false }
      state.states[id] = issue
      return true
    }
    guard isKnown else { return }
    switch style {
    case .none: break
    case .json: Diagnostics.write(line(id, issue))
    case .bars: draw()
    }
  }

  /// Removes the bars.
  func finish() {
    guard style == .bars else { return }
    let drawn = state.withLock { state in
      defer { state.drawn = 0 }
      return state.drawn
    }
    if drawn > 0 { Diagnostics.write("\u{1B}[\(drawn)A\u{1B}[J") }
  }

  private func line(_ id: IssueID, _ issue: IssueState) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("event", "issue")
      json.member("id", id.text)
      json.member("state", issue.name)
      if case .downloading(let progress) = issue { progress.writeMembers(to: &json) }
      if case .failed(let error) = issue { json.member("error", error.message) }
    }
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  private func draw() {
    let text = state.withLock { state in
      let lines = state.order.compactMap { id in
        state.states[id].map { Self.bar(printable(state.titles[id] ?? ""), $0) }
      }
      let up = state.drawn > 0 ? "\u{1B}[\(state.drawn)A" : ""
      state.drawn = lines.count
      return up + lines.map { "\r\u{1B}[K\($0)\n" }.joined()
    }
    Diagnostics.write(text)
  }

  /// `Tide 12                  [######........] 42 %  3.1 MiB/s  0:12`
  private static func bar(_ title: String, _ state: IssueState) -> String {
    let name = title.count > 28 ? title.prefix(27) + "…" : title[...]
    let start = name + String(repeating: " ", count: 30 - name.count)
    guard case .downloading(let progress) = state else {
      if case .failed(let error) = state { return start + "failed: \(printable(error.message))" }
      return start + state.words
    }
    var parts: [String] = []
    if let fraction = progress.fraction {
      let filled = Int(fraction * 24)
      parts.append(
        "[\(String(repeating: "#", count: filled))\(String(repeating: ".", count: 24 - filled))]")
      parts.append("\(Int(fraction * 100)) %")
    } else {
      parts.append(byteSize(progress.received))
    }
    if progress.rate > 0 { parts.append("\(byteSize(Int(progress.rate)))/s") }
    if let seconds = progress.secondsLeft, seconds < 360_000 {
      let whole = Int(seconds.rounded(.up))
      let rest = whole % 60
      parts.append("\(whole / 60):\(rest < 10 ? "0" : "")\(rest)")
    }
    return start + parts.joined(separator: "  ")
  }
}
