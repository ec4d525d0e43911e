import Glibc
import RectoJSON
import RectoPageModel
import RectoRaster
import RectoSnapshots
import SeededPages

/// Compares the seeded pages, and prints a line of JSON for each result.
///
///     SnapshotBench DIR
///     SnapshotBench --pairs < LIST
///
/// The second form compares given pages; see `PagePairs`. The pairs are also written to the folder
/// as `NUMBER-golden.png` and `NUMBER-current.png`, for other programs to compare. The last line
/// has the milliseconds for two equal pages of 1240 x 1754 pixels, with their words, and for each
/// unequal pair, the first of which is written as `speed-golden.png` and `speed-current.png`. Runs
/// take the best of five.
@main
enum Main {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      let usage = Array("usage: SnapshotBench DIR | --pairs\n".utf8)
      write(STDERR_FILENO, usage, usage.count)
      exit(64)
    }
    let folder = CommandLine.arguments[1]
    guard folder != "--pairs" else { return try PagePairs.compare() }
    let changes = try await seededChanges()
    let others = try await rasterizations()
    var number = 0
    func report(
      _ name: String, _ golden: PageSnapshot, _ current: PageSnapshot, expected: [String]
    ) throws {
      let (result, milliseconds) = compare(golden, current)
      var json = JSONWriter()
      json.object { json in
        json.member("name", name)
        json.key("expected")
        json.array(expected) { $0.value($1) }
        json.member("passes", result.verdict.passes)
        json.key("found")
        json.array(result.changes) { $0.value($1) }
        json.member("ms", milliseconds)
      }
      print(String(decoding: json.bytes, as: UTF8.self))
      try save(golden.picture, to: "\(folder)/\(number)-golden.png")
      try save(current.picture, to: "\(folder)/\(number)-current.png")
      number += 1
    }
    for change in changes {
      try report(change.name, change.golden, change.current, expected: change.kinds)
    }
    for page in others { try report(page.name, page.golden, page.current, expected: []) }
    try await reportSpeed(folder)
  }

  /// On pages of A4 at 150 dpi: two that are equal, and each of the changes that are made in the
  /// source, and the page as other rasterizers draw it.
  private static func reportSpeed(_ folder: String) async throws {
    let request = RenderRequest(
      scale: .fit(PixelSize(width: 1240, height: 1754)), isDeterministic: true)
    let golden = try await SeededLayout().snapshot(request)
    let same = compare(golden, try await SeededLayout().snapshot(request)).milliseconds
    var times: [Double] = []
    for (passage, other) in [
      ("quay lies", "key lies"), ("#0f5c6e", "#c8452d"), ("\"y\": 36", "\"y\": 36.48"),
      ("\"EB Garamond 12, EB Garamond\"", "\"Lato\""), ("\"#ffffff\"", "\"#fffbf0\""),
      ("\"photo.png\", \"x\": 36", "\"photo.png\", \"x\": 45.6"),
    ] {
      let current = try await SeededLayout().replacing(passage, with: other).snapshot(request)
      if times.isEmpty {
        try save(golden.picture, to: "\(folder)/speed-golden.png")
        try save(current.picture, to: "\(folder)/speed-current.png")
      }
      times.append(compare(golden, current).milliseconds)
    }
    times.append(compare(golden, try await SeededLayout().snapshotOfPDF(request)).milliseconds)
    let size = golden.picture.size
    let list = times.map { "\($0)" }.joined(separator: ",")
    print(
      """
      {"width":\(size.width),"height":\(size.height),"equal":\(same),"unequal":[\(list)]}
      """)
  }

  private static func compare(
    _ golden: PageSnapshot, _ current: PageSnapshot
  ) -> (result: ComparisonResult, milliseconds: Double) {
    var result = golden.compare(with: current)
    var best = Double.infinity
    for _ in 0..<5 {
      let start = ContinuousClock.now
      result = golden.compare(with: current)
      best = min(best, (ContinuousClock.now - start) / .milliseconds(1))
    }
    return (result, best)
  }

  private static func save(_ picture: Bitmap, to path: String) throws {
    try ImageEncoder().encode(picture, EncodeOptions(format: .png)) { bytes throws(PageError) in
      guard let file = fopen(path, "wb") else {
        throw PageError(.cannotWrite, "\(path) cannot be written")
      }
      defer { fclose(file) }
      guard fwrite(bytes.baseAddress, 1, bytes.count, file) == bytes.count else {
        throw PageError(.cannotWrite, "\(path) cannot be written")
      }
    }
  }
}
