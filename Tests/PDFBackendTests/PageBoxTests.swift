import RectoPageModel
import TestSupport
import Testing

@Suite struct PageBoxTests {
  @Test func boxesBeginAtTheCropBoxWithYDown() throws {
    let page = try page(
      PDFFixture(
        "",
        entries: "/CropBox [20 10 280 190] /BleedBox [30 20 270 180] /TrimBox [40 30 260 170] "
          + "/ArtBox [50 40 250 150]"))
    #expect(page.boxes.crop == Rect(x: 0, y: 0, width: 260, height: 180))
    #expect(page.boxes.media == Rect(x: -20, y: -10, width: 300, height: 200))
    #expect(page.boxes.bleed == Rect(x: 10, y: 10, width: 240, height: 160))
    #expect(page.boxes.trim == Rect(x: 20, y: 20, width: 220, height: 140))
    #expect(page.boxes.art == Rect(x: 30, y: 40, width: 200, height: 110))
  }

  @Test func aUserUnitScalesTheSize() throws {
    let page = try page(PDFFixture("", entries: "/UserUnit 2.5"))
    #expect(page.size == Size(width: 750, height: 500))
  }

  @Test func aTurnedPageKeepsItsSizeAndSaysHowItIsShown() throws {
    let page = try page(PDFFixture("", entries: "/Rotate 90"))
    #expect(page.size == Size(width: 300, height: 200))
    #expect(page.shownSize == Size(width: 200, height: 300))
    #expect(page.rotation == .quarter)
  }

  @Test func aCropBoxReachesNoFurtherThanTheMediaBox() throws {
    let page = try page(PDFFixture("", entries: "/CropBox [-50 -50 150 100]"))
    #expect(page.size == Size(width: 150, height: 100))
  }

  @Test func aCropBoxOutsideTheMediaBoxIsTheMediaBox() throws {
    let page = try page(PDFFixture("1 0 0 rg 0 0 300 200 re f", entries: "/CropBox [310 0 350 90]"))
    #expect(page.size == Size(width: 300, height: 200))
    let picture = try Picture(page, RenderRequest(scale: .pixelsPerPoint(1)))
    #expect(picture.pixels.allSatisfy { $0 & 0xFFFFFF == 0xFF0000 })
  }

  @Test func pageLabelsAreThePrintedOnes() throws {
    var fixture = PDFFixture(pages: (0..<5).map { _ in PDFFixture.Page(content: "") })
    #expect(try labels(fixture) == ["1", "2", "3", "4", "5"])
    fixture.catalog =
      "/PageLabels << /Nums [0 << /P (Cover) >> 1 << /S /r /St 4 >> 3 << /S /D /P (A-) >>] >>"
    #expect(try labels(fixture) == ["Cover", "iv", "v", "A-1", "A-2"])
  }

  private func labels(_ fixture: PDFFixture) throws -> [String] {
    let publication = try open(fixture)
    return try (0..<publication.pageCount).map { try publication.page(at: $0).label }
  }

  @Test func aPageWithoutAnAreaIsDamagedAndTheOthersAreNot() throws {
    let publication = try open(
      PDFFixture(pages: [
        PDFFixture.Page(content: "", entries: "/CropBox [10 10 10 10]", mediaBox: "[10 10 10 10]"),
        PDFFixture.Page(content: ""),
      ]))
    let error = pageError { () throws(PageError) in _ = try publication.page(at: 0) }
    #expect(error?.code == .damaged)
    #expect(try publication.page(at: 1).size == Size(width: 300, height: 200))
  }

  @Test func aPageBeyondTheEndIsNamed() throws {
    let publication = try open(PDFFixture(""))
    let error = pageError { () throws(PageError) in _ = try publication.page(at: 4) }
    #expect(error == PageError(.noSuchPage, "there is no page 5: the last is 1"))
  }
}
