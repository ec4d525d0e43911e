import Foundation
import RectoImageBackend
import RectoPageModel
import TestSupport
import Testing

/// Files made to break a decoder, each in this process: what traps or bursts takes the tests along.
@Suite(.serialized, .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)))
struct HostileFileTests {
  /// An entry of the corpus' manifest.
  private struct Row: Decodable {
    var file: String
    var format: String
    var expect: String
    var limits: Limits

    struct Limits: Decodable {
      var mebibytes: Int

      enum CodingKeys: String, CodingKey {
        case mebibytes = "rss_mb"
      }
    }
  }

  private struct Manifest: Decodable {
    var rows: [Row]
  }

  private func rows(_ format: String) throws -> [Row] {
    let folder = try #require(corporaFolder())
    let manifest = Data(try bytes(ofFile: folder + "/hostile/manifest.json"))
    return try JSONDecoder().decode(Manifest.self, from: manifest).rows.filter {
      $0.format == format
    }
  }

  /// Opens the file and renders a corner of its first pages, and those that are small whole.
  /// Throws the error that opening or the first page fails with.
  private func tryOut(_ row: Row) throws(PageError) {
    let path = (corporaFolder() ?? "") + "/hostile/" + row.file
    let source = Source(path: path, content: .file(try FileBytes(path: path)))
    guard ImageBackend().recognizes(SourceProbe(source)) > .none else {
      throw PageError(.unsupported, "no backend knows it")
    }
    let publication = try ImageBackend().open(source, options: OpenOptions())
    var first: PageError?
    for index in 0..<min(3, publication.pageCount) {
      do throws(PageError) {
        let page = try publication.page(at: index)
        try render(page, RenderRequest(region: Rect(x: 0, y: 0, width: 32, height: 32)))
        if page.size.width * page.size.height < 4e6 {
          try render(page, RenderRequest(scale: .fit(PixelSize(width: 64, height: 64))))
        }
        _ = try (page as? any TextPage)?.text()
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  private func render(_ page: any Page, _ request: RenderRequest) throws(PageError) {
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    bitmap.fill(request.background)
    try page.render(request, on: grid, into: bitmap)
  }

  /// Runs `body` and gives by how many MiB the process grew at its peak.
  private func peakGrowth(_ body: () -> Void) throws -> Int {
    // proc(5): 5 resets the peak.
    try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
    let before = try status("VmRSS")
    body()
    return (try status("VmHWM") - before) / 1024
  }

  /// A line of `/proc/self/status` in KiB.
  private func status(_ name: String) throws -> Int {
    let text = String(decoding: try bytes(ofFile: "/proc/self/status"), as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return try #require(
      line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
  }

  private func outcome(_ row: Row) throws -> PageError? {
    var error: PageError?
    let growth = try peakGrowth {
      do throws(PageError) { try tryOut(row) } catch let caught { error = caught }
    }
    #expect(growth < row.limits.mebibytes, "\(row.file) takes \(growth) MiB")
    return error
  }

  @Test func everyImageRendersOrFailsAsItShould() throws {
    let rows = try rows("img")
    #expect(!rows.isEmpty)
    for row in rows {
      let error = try outcome(row)
      if row.expect == "renders" { #expect(error == nil, "\(row.file)") }
      // A picture of 256 megapixels is more than a result may have, and no more than is decoded.
      if row.expect == "clear error", !row.file.contains("16000x16000") {
        #expect(error != nil, "\(row.file)")
      }
      if let error { expectSentence(error) }
    }
  }

  /// The valid ones are issues of other kinds; here they hold no page images.
  @Test func everyArchiveRendersOrFailsAsItShould() throws {
    let rows = try rows("zip")
    #expect(!rows.isEmpty)
    for row in rows {
      let error = try outcome(row)
      if row.expect == "clear error" { #expect(error != nil, "\(row.file)") }
      if let error { expectSentence(error) }
    }
  }

  private func expectSentence(_ error: PageError) {
    #expect([.damaged, .unsupported, .limit].contains(error.code), "\(error.message)")
    #expect(!error.message.isEmpty && !error.message.hasSuffix("."), "\(error.message)")
    #expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "\(error.message)")
  }
}
