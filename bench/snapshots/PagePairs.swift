import RectoJSON
import RectoPageModel
import RectoPipeline
import RectoPluginKit
import RectoRaster
import RectoSnapshots

/// Compares the pairs of pages that lines of standard input name, and prints a line of JSON for
/// each: the verdict, the changes and the milliseconds.
///
/// A line is `GOLDEN.png GOLDEN.json CURRENT.png CURRENT.json SCALE`, separated by tabs; the text
/// is that of one page, as goldens have it, and may be left empty.
enum PagePairs {
  static func compare() throws(PageError) {
    while let line = readLine() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == 5, let scale = Double(fields[4]) else {
        throw PageError(.badRequest, "not five tab-separated fields: \(line)")
      }
      let golden = try page(fields[0], fields[1], scale)
      let current = try page(fields[2], fields[3], scale)
      let start = ContinuousClock.now
      let result = golden.compare(with: current)
      let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
      var json = JSONWriter()
      json.object { json in
        json.member("passes", result.verdict.passes)
        json.member("reason", result.verdict.reason)
        json.key("found")
        json.array(result.changes) { $0.value($1) }
        json.member("ms", milliseconds)
      }
      print(String(decoding: json.bytes, as: UTF8.self))
    }
  }

  private static func page(
    _ picture: String, _ text: String, _ scale: Double
  ) throws(PageError) -> PageSnapshot {
    let file = try FileBytes(path: picture)
    var page = PageSnapshot(
      picture: Bitmap(try PNGPicture(file.prefix(file.count), pixelLimit: Limits().pixels)),
      transform: AffineTransform(xx: scale, yx: 0, xy: 0, yy: scale, x0: 0, y0: 0))
    guard !text.isEmpty else { return page }
    let json = try FileBytes(path: text)
    do throws(JSONError) {
      page.text = try PageTextDocument(jsonBytes: json.prefix(json.count)).text
    } catch {
      throw PageError(.damaged, "\(text): \(error)")
    }
    return page
  }
}
