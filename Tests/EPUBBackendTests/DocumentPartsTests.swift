import RectoPageModel
import Testing

@testable import RectoEPUBBackend

@Suite struct DocumentPartsTests {
  /// Books may have any bytes, and a name in another encoding decodes to more bytes than it has.
  @Test(arguments: [[0xFF], [0xFF, 0xFE, 0xFD]] as [[UInt8]])
  func anElementWhoseNameIsNoTextEndsNothing(_ name: [UInt8]) throws {
    let paragraphs = (0..<20_000).map { "<p id='p\($0)'>Paragraph</p>" }
    let start = Array("<html><head></head><body>".utf8)
    let odd = Array("<".utf8) + name + Array("></".utf8) + name + Array(">".utf8)
    let end = Array((paragraphs.joined() + "</body></html>").utf8)
    let parts = try #require(DocumentParts(FileBytes(start + odd + end)))
    #expect(parts.count > 1 && parts.part(named: "p19999") == parts.count - 1)
  }
}
