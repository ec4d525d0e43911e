import Glibc
import Synchronization

/// The progress of a command: a bar on a terminal, JSON lines on demand, otherwise nothing.
final class Progress: Sendable {
  private enum Style { case none, bar, json }

  private let style: Style
  private let total: Int
  private let done = Mutex(0)

  init(_ arguments: Arguments, total: Int) throws(UsageError) {
    self.total = total
    switch arguments["progress"] {
    case "json": style = .json
    case nil where isatty(STDERR_FILENO) == 1 && total > 1 && arguments["output"] ?? "" != "-":
      style = .bar
    case nil: style = .none
    case let other?:
      throw UsageError(
        "--progress \(other) is not known: json is\(suggestion(for: other, of: ["json"]))")
    }
  }

  func advance(page: Int) {
    let count = done.withLock { done in
      done += 1
      return done
    }
    switch style {
    case .none: break
    case .json:
      write("{\"event\":\"page\",\"page\":\(page),\"done\":\(count),\"total\":\(total)}\n")
    case .bar:
      let filled = count * 30 / max(1, total)
      let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled)
      write("\r[\(bar)] \(count)/\(total)")
    }
  }

  /// Removes the bar.
  func finish() {
    if style == .bar { write("\r\u{1B}[K") }
  }

  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
