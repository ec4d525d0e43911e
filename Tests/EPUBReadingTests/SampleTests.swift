import Foundation
import RectoEPUBReading
import RectoPageModel
import TestSupport
import Testing

/// The sample issue as an EPUB.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct SampleTests {
  private let path = (samplesFolder() ?? "") + "/quay.epub"

  @Test func theIssueReadsAsPythonReadsIt() async throws {
    let independent = try await independentReading([path])[path]
    #expect(form(try OpenBook(fileSource(path)).book) == independent)
  }

  @Test func fixedAndFlowingDocumentsAreInOneBook() throws {
    let book = try OpenBook(fileSource(path)).book
    #expect(book.warnings.isEmpty)
    #expect(book.rendition.layout == .reflowable)
    let fixed = book.spine.filter { $0.rendition.layout == .prePaginated }
    #expect(fixed.map(\.id) == ["cover", "signs"])
    #expect(book.coverImage?.text == "OPS/pictures/harbour.png")
    #expect(book.coverPage?.text == "OPS/text/cover.xhtml")
    #expect(book.landmarks.map(\.kinds) == [["cover"], ["toc"], ["bodymatter"]])
    #expect(book.pageList.map(\.label) == ["Cover", "2", "3", "5", "6", "7", "8"])
  }

  @Test func everyReferenceOfTheNavigationIsInTheSpine() throws {
    let book = try OpenBook(fileSource(path)).book
    var waiting = book.contents + book.pageList + book.landmarks
    while let entry = waiting.popLast() {
      let path = try #require(entry.target?.path)
      #expect(book.spine.contains { $0.path == path }, "\(entry.label)")
      waiting += entry.children
    }
  }
}
