import Foundation
import RectoConformance
import RectoJSON
import RectoPDFBackend
import RectoPageModel
import RectoPluginKit
import TestSupport
import Testing

/// A backend behind the plugin interface keeps what it keeps in the process itself, and looks the
/// same.
@Suite struct TableConformanceTests {
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssueKeepsEveryPromiseThroughTheTable() throws {
    let source = try source(#require(samplesFolder()) + "/quay.pdf")
    let publication = try openThroughTable(source)
    #expect(ConformanceSuite().findings(in: publication) == [])
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func theSampleIssueIsTheSameThroughTheTable() throws {
    let source = try source(#require(samplesFolder()) + "/quay.pdf")
    let direct = try PDFBackend().open(source, options: OpenOptions())
    let relayed = try openThroughTable(source)
    try expectSame(direct, relayed, pages: 0..<direct.pageCount, of: "quay.pdf")
  }

  @Test(
    .startsProcesses, .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)),
    arguments: sampledPDFs(offset: 1))
  func theFirstPageOfAFileIsTheSameThroughTheTable(path: String) async {
    await #expect(processExitsWith: .success) { [path] in
      let source = try source(path)
      let direct = try PDFBackend().open(source, options: OpenOptions())
      let relayed = try openThroughTable(source)
      try expectSame(direct, relayed, pages: 0..<1, of: path)
    }
  }
}

// MARK: Comparison

private func expectSame(
  _ direct: any Publication, _ relayed: any Publication, pages: Range<Int>, of name: String
) throws {
  #expect(relayed.pageCount == direct.pageCount)
  #expect(relayed.info == direct.info)
  #expect(try outline(relayed) == outline(direct))
  #expect(
    try (relayed as? any LayersPublication)?.layers()
      == (direct as? any LayersPublication)?.layers())
  #expect(
    try (relayed as? any FontsPublication)?.fonts()
      == (direct as? any FontsPublication)?.fonts())
  #expect(
    try (relayed as? any AttachmentsPublication)?.attachments()
      == (direct as? any AttachmentsPublication)?.attachments())
  for index in pages {
    try expectSame(direct.page(at: index), relayed.page(at: index), of: name)
  }
}

private func outline(_ publication: any Publication) throws -> [OutlineItem] {
  try #require(publication as? any OutlinedPublication).outline()
}

private func expectSame(_ direct: any Page, _ relayed: any Page, of name: String) throws {
  #expect(PageFacts(relayed) == PageFacts(direct))
  #expect(
    try (relayed as? any LinksPage)?.links() == (direct as? any LinksPage)?.links())
  #expect(
    try (relayed as? any MediaPage)?.media() == (direct as? any MediaPage)?.media())
  #expect(
    try (relayed as? any AnnotatedPage)?.annotations()
      == (direct as? any AnnotatedPage)?.annotations())
  #expect(
    try (relayed as? any AnnotatedPage)?.formFields()
      == (direct as? any AnnotatedPage)?.formFields())
  #expect(
    try (relayed as? any ImagesPage)?.images() == (direct as? any ImagesPage)?.images())
  #expect(try textForm(relayed) == textForm(direct))
  let request = RenderRequest(
    scale: .fit(PixelSize(width: 331, height: 407)), rotation: .quarter,
    background: Color(red: 200, green: 10, blue: 30, alpha: 90))
  // By hand: the pixels themselves say nothing.
  let isSame = try pixels(direct, request) == pixels(relayed, request)
  #expect(isSame, "\(name), page \(direct.index + 1)")
}

/// The JSON form, in thousandths.
private func textForm(_ page: any Page) throws -> [UInt8] {
  let text = try #require(page as? any TextPage).text()
  return JSONWriter.bytes(
    of: PageTextDocument(
      index: page.index, label: page.label, size: page.size, text: text, includesGlyphs: true))
}

private func pixels(_ page: any Page, _ request: RenderRequest) throws -> [UInt8] {
  let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
  let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
  try page.paint(request, on: grid, into: bitmap)
  return bitmap.withPixels { Array($0) }
}

private func source(_ path: String) throws -> Source {
  Source(path: path, content: .file(try FileBytes(path: path)))
}

/// Opens a PDF as if the backend were an external plugin.
func openThroughTable(_ source: Source) throws(PageError) -> ChannelPublication {
  let library = try PluginLibrary(table: exportPlugin(PDFBackend()), name: "PDF")
  return try ChannelPublication(
    PluginChannel(opening: source, with: library, options: OpenOptions()))
}
