import RectoPageModel
import RectoPipeline
import RectoRaster
import RectoSnapshots

/// Compares two PNG files.
struct PictureCheck {
  private let arguments: Arguments
  private let options: ComparisonOptions

  init(_ arguments: Arguments) throws(UsageError) {
    for name in ["goldens", "pages", "devices", "mode", "platform"] where arguments[name] != nil {
      throw UsageError("--\(name) is for the pages of a source, and compare takes two PNG files")
    }
    self.arguments = arguments
    options = try arguments.comparison(hasText: false)
  }

  func run(golden: String, current: String) throws(PageError) -> ExitStatus {
    let before = PageSnapshot(picture: try picture(golden))
    let after = PageSnapshot(picture: try picture(current))
    let result = before.compare(with: after, options)
    var outcome = PageOutcome(
      page: 0, device: SnapshotDevice.page.name, status: result.verdict.passes ? .passed : .failed)
    outcome.result = result
    if arguments["report"] != nil {
      try outcome.keepPictures(golden: before.picture, current: after.picture)
    }
    var report = SnapshotReport(source: "\(golden) and \(current)")
    report.outcomes = [outcome]
    let output = SnapshotOutput(arguments)
    try output.write(report)
    var lines = ["\(result.verdict.passes ? "passes" : "differs"): \(result.verdict.reason)"]
    lines += result.changes.map { change in
      let place = change.box.map { " at \($0.x),\($0.y),\($0.width),\($0.height)" } ?? ""
      return "  \(change.kind.sentence)\(place)"
    }
    try output.printLines(lines)
    return result.verdict.passes ? .done : .found
  }

  private func picture(_ path: String) throws(PageError) -> Bitmap {
    do throws(PageError) {
      let file = try FileBytes(path: path)
      return Bitmap(try PNGPicture(file.prefix(file.count), pixelLimit: Limits().pixels))
    } catch {
      throw PageError(
        error.code, "\(path) \(error.code == .notFound ? "does not exist" : error.message)")
    }
  }
}
