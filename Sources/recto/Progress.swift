import Glibc
import RectoPipeline
import Synchronization

/// The form of progress: a bar on a terminal, JSON lines on demand, otherwise nothing.
private enum ProgressStyle {
  case none, bar, json

  /// `isBar` is true if there is something that a bar would show.
  init(_ arguments: Arguments, isBar: Bool) throws(UsageError) {
    switch arguments["progress"] {
    case "json": self = .json
    case nil where isatty(STDERR_FILENO) == 1 && isBar: self = .bar
    case nil: self = .none
    case let other?:
      throw UsageError(
        "--progress \(other) is not json\(suggestion(for: other, of: ["json"]))")
    }
  }

  /// Shows `done` of `total` with words behind, or a line of JSON.
  func show(_ done: Int, of total: Int, words: String, json: String) {
    switch self {
    case .none: break
    case .json: Diagnostics.write("\(json)\n")
    case .bar:
      let filled = done * 30 / max(1, total)
      let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
      Diagnostics.write("\r[\(bar)] \(words)")
    }
  }

  /// Removes the bar.
  func finish() {
    if self == .bar { Diagnostics.write("\r\u{1B}[K") }
  }
}

/// The progress of laying a book out.
final class LayoutProgress: Sendable {
  private let style: ProgressStyle

  init(_ arguments: Arguments) throws(UsageError) {
    style = try ProgressStyle(arguments, isBar: true)
  }

  /// `share` is from 0 to 1. JSON: `{"event":"layout","done":0.25}`.
  func advance(to share: Double) {
    let percent = Int(share * 100)
    style.show(
      percent, of: 100, words: "\(percent)% laid out",
      json: "{\"event\":\"layout\",\"done\":\(Double(percent) / 100)}")
  }

  func finish() { style.finish() }
}

/// The progress of a command from page to page.
final class Progress: Sendable {
  private let style: ProgressStyle
  private let total: Int
  private let done = Mutex(0)

  /// `output` is the file that is written from page to page, if there is one: on a terminal, a bar
  /// would mix with its lines.
  init(_ arguments: Arguments, total: Int, output: OutputFile? = nil) throws(UsageError) {
    self.total = total
    let isApart = output.map { !$0.isTerminal } ?? (arguments["output"] ?? "" != "-")
    style = try ProgressStyle(arguments, isBar: total > 1 && isApart)
  }

  func advance(page: Int) {
    let count = done.withLock { done in
      done += 1
      return done
    }
    style.show(
      count, of: total, words: "\(count)/\(total)",
      json: "{\"event\":\"page\",\"page\":\(page),\"done\":\(count),\"total\":\(total)}")
  }

  func finish() { style.finish() }
}
