import Foundation
import RectoPageModel
import RectoPipeline
import RectoRaster
import TestSupport
import Testing

/// A magazine's `info.xml` on a web server, and a `recto serve` with a library that has it.
final class NewsstandShelf {
  let folder: TemporaryFolder
  let site: StaticServer

  init() async throws {
    folder = try temporaryFolder()
    try folder.write([], to: "site/.keep")
    site = try await StaticServer(folder.path("site"))
  }

  var catalog: String { site.url + "info.xml" }

  /// Offers issues; each has a text of its own and a cover of one color.
  func offer(_ issues: ClosedRange<Int>, more: String = "", _ change: (Int) -> String = { _ in "" })
    throws
  {
    var entries = ""
    for number in issues {
      try folder.write(
        Array("---\ntitle: File \(number)\n---\n\n# Harbor \(number)\n\nmarker\(number)\n".utf8),
        to: "site/issues/\(number).md")
      try folder.write(try cover(number), to: "site/covers/\(number).png")
      let year = number > 9 ? 2099 : 2010 + number
      entries += """
        <issue><id>harbor-\(number)</id><number>\(number)</number><name>Harbor \(number)</name>
        <date>\(year)-01-15</date><description>&lt;p&gt;About &lt;b&gt;quays&lt;/b&gt;.&lt;/p&gt;</description>
        <cover>covers/\(number).png</cover><zip>issues/\(number).md</zip>\(change(number))</issue>
        """
    }
    try folder.write(
      Array("<magazine><name>Harbor</name>\(more)<issues>\(entries)</issues></magazine>".utf8),
      to: "site/info.xml")
  }

  /// Calls `recto` with the library.
  func recto(_ words: String...) async throws {
    let result = try await runRecto(words + ["--library", folder.path("library")])
    try #require(result.status == 0, "\(result.errors)")
  }

  func serve(_ words: String...) async throws -> ServedShelf {
    try await ServedShelf(["--library", folder.path("library"), "--allow-private"] + words)
  }
}

/// A cover of one color.
func cover(_ number: Int) throws -> [UInt8] {
  let bitmap = Bitmap(size: PixelSize(width: 60, height: 80))
  bitmap.fill(Color(red: UInt8(20 * number), green: 60, blue: 120))
  var file: [UInt8] = []
  try ImageEncoder().encode(bitmap, EncodeOptions()) { file = Array($0) }
  return file
}
