import RectoPageModel
import TestSupport
import Testing

@Suite struct LinkTests {
  private func target(
    _ action: String, catalog: String = "", objects: [Int: String] = [:]
  ) throws -> LinkTarget? {
    var fixture = PDFFixture(
      pages: [
        PDFFixture.Page(content: "", entries: "/Annots [100 0 R]"), PDFFixture.Page(content: ""),
      ], catalog: catalog, objects: objects)
    fixture.objects[100] =
      "<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] \(action) >>"
    return try links(page(fixture)).first?.target
  }

  @Test func aLinkInsideThePublicationNamesPageAndPlace() throws {
    #expect(try target("/Dest [12 0 R /XYZ 30 150 0]") == .page(1, Point(x: 30, y: 50)))
    #expect(try target("/Dest [12 0 R /Fit]") == .page(1, nil))
    #expect(try target("/A << /S /GoTo /D [12 0 R /Fit] >>") == .page(1, nil))
  }

  @Test func aNamedDestinationIsResolved() throws {
    let names = "/Names << /Dests << /Names [(tides) [12 0 R /FitH 150]] >> >>"
    let target = try target("/Dest (tides)", catalog: names)
    #expect(target == .page(1, Point(x: 0, y: 50)))
  }

  @Test func aDestinationThatDoesNotExistIsBroken() throws {
    #expect(try target("/Dest (nowhere)") == .broken("nowhere"))
    guard case .broken = try target("/A << /S /GoTo /D [7 /Fit] >>") else {
      Issue.record("page 8 of 2 is not broken")
      return
    }
  }

  @Test func linksToTheWorldKeepTheirAddress() throws {
    let url = "https://quay.example/a?b=c&d=%20"
    #expect(try target("/A << /S /URI /URI (\(url)) >>") == .url(url))
    #expect(
      try target("/A << /S /GoToR /F (other.pdf) /D [0 /Fit] >>") == .file("other.pdf"))
    #expect(try target("/A << /S /Named /N /NextPage >>") == .action("NextPage"))
  }

  @Test func linksComeInTheOrderOfTheFile() throws {
    let urls = ["a", "b", "c"]
    let list = urls.indices.map { "\(100 + $0) 0 R" }.joined(separator: " ")
    var fixture = PDFFixture("", entries: "/Annots [\(list)]")
    for (index, url) in urls.enumerated() {
      fixture.objects[100 + index] =
        "<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /A << /S /URI /URI (\(url)) >> >>"
    }
    #expect(try links(page(fixture)).map(\.target) == urls.map(LinkTarget.url))
  }

  // MARK: Areas

  /// The areas of a link with these entries, from (10, 10) to (60, 30).
  private func areas(_ entries: String, page pageEntries: String = "") throws -> [Quad] {
    var fixture = PDFFixture("", entries: "/Annots [100 0 R] \(pageEntries)")
    fixture.objects[100] =
      "<< /Type /Annot /Subtype /Link /Rect [10 10 60 30] /A << /S /URI /URI (a) >> \(entries) >>"
    return try #require(links(page(fixture)).first).quads
  }

  /// The corners may be line by line, as most writers have them, or around the edge as in the standard.
  @Test(arguments: [
    "40 30 60 30 40 20 60 20 10 20 30 20 10 10 30 10",
    "40 20 60 20 60 30 40 30 10 10 30 10 30 20 10 20",
  ])
  func aLinkOverTwoLinesHasAnAreaOnEach(corners: String) throws {
    let lines = [
      Quad(Rect(x: 40, y: 170, width: 20, height: 10)),
      Quad(Rect(x: 10, y: 180, width: 20, height: 10)),
    ]
    #expect(try areas("/QuadPoints [\(corners)]") == lines)
    // Page points are those before the turn.
    #expect(try areas("/QuadPoints [\(corners)]", page: "/Rotate 90") == lines)
  }

  @Test(arguments: [
    "40 30 90 30 40 20 90 20", "10 10 10 10 10 10 10 10", "40 30 60 30", "(a) 2 3 4 5 6 7 8",
  ])
  func areasThatAreNotInTheRectangleDoNotCount(corners: String) throws {
    let rectangle = Quad(Rect(x: 10, y: 170, width: 50, height: 20))
    #expect(try areas("/QuadPoints [\(corners)]") == [rectangle])
  }

  // MARK: Outline

  @Test func theOutlineKeepsItsNestingAndItsTargets() throws {
    let fixture = PDFFixture(
      pages: [PDFFixture.Page(content: ""), PDFFixture.Page(content: "")],
      catalog: "/Outlines 100 0 R",
      objects: [
        100: "<< /First 101 0 R /Last 103 0 R /Count 2 >>",
        101: "<< /Title (Harbor) /Parent 100 0 R /Next 103 0 R /First 102 0 R /Last 102 0 R "
          + "/Dest [10 0 R /Fit] >>",
        102: "<< /Title <FEFF00C90074006F0069006C0065> /Parent 101 0 R /Dest [12 0 R /Fit] >>",
        103: "<< /Title (Desk) /Parent 100 0 R /Prev 101 0 R "
          + "/A << /S /URI /URI (https://quay.example/) >> >>",
      ])
    #expect(
      try outline(open(fixture)) == [
        OutlineItem(
          title: "Harbor", target: .page(0, nil),
          children: [OutlineItem(title: "Étoile", target: .page(1, nil))]),
        OutlineItem(title: "Desk", target: .url("https://quay.example/")),
      ])
  }

  @Test func anEntryThatOnlyGroupsOthersIsKept() throws {
    let fixture = PDFFixture(
      "", catalog: "/Outlines 100 0 R",
      objects: [
        100: "<< /First 101 0 R /Last 101 0 R /Count 1 >>",
        101: "<< /Title (Part one) /Parent 100 0 R /First 102 0 R /Last 102 0 R >>",
        102: "<< /Title (Tides) /Parent 101 0 R /Dest [10 0 R /Fit] >>",
      ])
    #expect(
      try outline(open(fixture)) == [
        OutlineItem(
          title: "Part one", target: nil,
          children: [OutlineItem(title: "Tides", target: .page(0, nil))])
      ])
  }

  @Test func anOutlineThatGoesInCirclesEnds() throws {
    let fixture = PDFFixture(
      "", catalog: "/Outlines 100 0 R",
      objects: [
        100: "<< /First 101 0 R /Last 102 0 R /Count 2 >>",
        101: "<< /Title (a) /Parent 100 0 R /Next 102 0 R /First 100 0 R /Dest [10 0 R /Fit] >>",
        102: "<< /Title (b) /Parent 100 0 R /Next 101 0 R /Dest [10 0 R /Fit] >>",
      ])
    #expect(try outline(open(fixture)).first?.title == "a")
  }

  @Test func aPublicationWithoutOutlineHasNone() throws {
    #expect(try outline(open(PDFFixture(""))) == [])
  }
}
