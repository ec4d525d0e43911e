import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoSnapshots

/// Writes the results of a check: files for programs and browsers, lines for people.
struct SnapshotOutput {
  private let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  /// The files that were asked for. Throws `cannotWrite`.
  func write(_ report: SnapshotReport) throws(PageError) {
    if let path = arguments["report"] { try writeFile(HTMLReport(report).bytes, to: path) }
    if let path = arguments["junit"] { try writeFile(Array(report.junit.utf8), to: path) }
    if let path = arguments["json"] {
      try writeFile(JSONWriter.bytes(of: report) + [0x0A], to: path)
    }
  }

  /// Lines on standard output, unless one of the files is there.
  func printLines(_ lines: [String]) throws(PageError) {
    guard !["report", "junit", "json"].contains(where: { arguments[$0] == "-" }) else { return }
    try writeFile(Array(lines.map { printable($0) + "\n" }.joined().utf8), to: "-")
  }
}
