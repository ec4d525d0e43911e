import RectoConformance
import RectoPageModel
import TestSupport
import Testing

/// The sample issue that consists of four kinds of parts.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct QuayTests {
  private func folder() throws -> any Publication {
    try openPackage((samplesFolder() ?? "") + "/quay-package")
  }

  private func archive() throws -> any Publication {
    try openPackage((samplesFolder() ?? "") + "/quay-package.zip")
  }

  @Test func theIssueIsOnePublication() throws {
    let issue = try folder()
    let pages = try (0..<issue.pageCount).map { try issue.page(at: $0) }
    #expect(
      pages.map(\.label) == ["Cover", "2", "i", "1", "2", "6", "7", "8", "9", "10", "11"])
    #expect(issue.info.warnings.filter { $0.code == "missing-part" } == [])
    #expect(issue.info.metadata.title == "Quay")
    let outline = try #require(issue as? any OutlinedPublication).outline()
    #expect(
      outline.map(\.title) == [
        "How this issue is made", "As it was printed", "From the archive", "Set for the screen",
      ])
  }

  @Test func wordsOfAllKindsOfPartsAreFound() throws {
    let issue = try folder()
    for index in 1..<issue.pageCount {
      #expect(try issue.page(at: index).words().count > 20, "page \(index)")
    }
    #expect(try issue.page(at: 1).words().contains("letter."))
    #expect(try issue.page(at: 3).words().contains("lighthouse"))
    #expect(try issue.page(at: 5).words().count > 100)
  }

  @Test func linksLeadFromTheLetterToTheOtherParts() throws {
    let page = try #require(try folder().page(at: 1) as? any LinksPage)
    let pages = try page.links().map { link in
      if case .page(let page, _) = link.target { page } else { -1 }
    }
    #expect(pages == [2, 3, 5, 7])
  }

  @Test func theArchiveIsTheFolder() throws {
    let (folder, archive) = (try folder(), try archive())
    #expect(archive.pageCount == folder.pageCount)
    for index in 0..<folder.pageCount {
      let (one, other) = (try folder.page(at: index), try archive.page(at: index))
      #expect(one.size == other.size && one.label == other.label, "page \(index)")
      #expect(try one.words() == other.words(), "page \(index)")
      #expect(try picture(one) == picture(other), "page \(index)")
    }
  }

  @Test func everyPromiseOfABackendIsKept() throws {
    let issue = try archive()
    for page in [0, 1, 3, 5, 7] {
      let findings = ConformanceSuite().findings(in: issue, pages: page..<page + 1)
      #expect(findings.isEmpty, "\(findings)")
    }
  }

  private func picture(_ page: any Page) throws -> [UInt8] {
    let request = RenderRequest(scale: .fit(PixelSize(width: 90, height: 120)))
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size)
    try page.paint(request, on: grid, into: bitmap)
    return bitmap.withPixels { Array($0) }
  }
}
