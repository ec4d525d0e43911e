import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

/// Markdown of some pages of a publication.
@Suite struct MarkdownPagesTests {
  /// Seven pages of a sentence, of which the publication counts some.
  private func publication(estimate: Int?) async throws -> OpenPublication {
    let folder = try temporaryFolder()
    let pages = (0..<7).map { index in
      let line = Printed.line("Page \(index + 1) says so.", row: 20)
      return SketchedPage(
        size: Size(width: 200, height: 600),
        text: PageText(
          order: .geometry, blocks: [TextBlock(box: line.box, role: .paragraph, lines: [line])]))
    }
    let recto = Recto(
      backends: [Sketch(pages: pages, isLaidOut: true, estimatedPageCount: estimate)],
      isolation: .inProcess)
    return try await recto.open(try folder.write(Array("sketch".utf8), to: "a.sketch"))
  }

  @Test func aPageBehindTheEstimatedEndIsRead() async throws {
    let publication = try await publication(estimate: 2)
    #expect(publication.pageCount == 2)
    let read = try await publication.markdown(ofPages: [5])
    #expect(read.markdown.text == "Page 6 says so.\n")
    #expect(read.failures.isEmpty)
  }

  @Test func aPageBehindTheRealEndIsAFailure() async throws {
    let publication = try await publication(estimate: 9)
    let read = try await publication.markdown(ofPages: [6, 7])
    #expect(read.markdown.text == "Page 7 says so.\n")
    #expect(read.failures.map(\.page) == [7])
    #expect(await failure { _ = try await publication.markdown(ofPages: [7]) }?.code == .noSuchPage)
  }

  @Test func theErrorForAPageCountsFromOne() async throws {
    let publication = try await publication(estimate: nil)
    let error = await failure { _ = try await publication.markdown(ofPages: [7]) }
    #expect(error == PageError(.noSuchPage, "there is no page 8: the last is 7"))
  }
}
