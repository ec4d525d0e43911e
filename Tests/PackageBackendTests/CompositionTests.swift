import RectoPageModel
import TestSupport
import Testing

@Suite struct CompositionTests {
  private let manifest = """
    {"metadata": {"title": "Whole", "language": "en"}, "direction": "rtl",
     "parts": [{"path": "one.md", "title": "First"}, "two.md", {"path": "three", "title": "Third"}]}
    """

  private func package() -> HandMadePackage {
    HandMadePackage(
      manifest,
      [
        "one.md": "# Alpha\n\nSee [two](two.md), [three](three#page=1), [none](three#page=9) and"
          + " [elsewhere](https://example.org/).\n",
        "two.md": story("Beta"), "three/story.md": story("Gamma"),
      ])
  }

  @Test func pagesAreCountedThroughAllParts() throws {
    let publication = try package().open()
    #expect(publication.pageCount == 3)
    let pages = try (0..<3).map { try publication.page(at: $0) }
    #expect(pages.map(\.index) == [0, 1, 2])
    #expect(pages.map(\.label) == ["1", "2", "3"])
    #expect(try pages.map { try $0.words().contains("Beta") } == [false, true, false])
    #expect(throws: PageError.self) { try publication.page(at: 3) }
    #expect(throws: PageError.self) { try publication.page(at: -1) }
  }

  @Test func thePackagesOwnMetadataCounts() throws {
    let info = try package().open().info
    #expect(info.format == "package")
    #expect(info.metadata.title == "Whole")
    #expect(info.direction == .rightToLeft)
    #expect(info.isReflowable)
    #expect(info.capabilities.contains(.search) && info.capabilities.contains(.outline))
    #expect(!info.capabilities.contains(.attachments))
  }

  @Test func outlinesStandBelowTheTitlesOfTheirParts() throws {
    let publication = try #require(try package().open() as? any OutlinedPublication)
    let outline = try publication.outline()
    #expect(outline.map(\.title) == ["First", "Beta", "Third"])
    #expect(outline.map { $0.children.map(\.title) } == [["Alpha"], [], ["Gamma"]])
    let pages = outline.map { item in
      if case .page(let page, _)? = item.target { page } else { -1 }
    }
    #expect(pages == [0, 1, 2])
    guard case .page(2, _)? = outline[2].children.first?.target else {
      Issue.record("an entry of a part leads to its page in the whole")
      return
    }
  }

  @Test func linksLeadFromPartToPart() throws {
    let page = try #require(try package().open().page(at: 0) as? any LinksPage)
    let targets = try page.links().map(\.target)
    #expect(
      targets == [
        .page(1, nil), .page(2, nil), .broken("three#page=9"), .url("https://example.org/"),
      ])
  }

  /// A file may be listed in two parts, with a page between them.
  @Test func linksLeadToTheOtherPagesOfAFileThatIsListedTwice() throws {
    let links = "/Annots [100 0 R 101 0 R]"
    let fixture = PDFFixture(
      pages: [
        .init(content: "", entries: links), .init(content: "", entries: links),
        .init(content: ""),
      ],
      objects: [
        100: "<< /Type /Annot /Subtype /Link /Rect [0 0 10 10] /Dest [12 0 R /Fit] >>",
        101: "<< /Type /Annot /Subtype /Link /Rect [0 20 10 30] /Dest [14 0 R /Fit] >>",
      ])
    var package = HandMadePackage(
      """
      {"parts": [{"path": "a.pdf", "pages": "1"}, "between.md", {"path": "a.pdf", "pages": "2"}]}
      """,
      ["between.md": "See [two](a.pdf#page=2) and [three](a.pdf#page=3)."])
    package.files["a.pdf"] = fixture.bytes
    let publication = try package.open()
    func targets(_ page: Int) throws -> [Int?] {
      try #require(try publication.page(at: page) as? any LinksPage).links().map {
        if case .page(let page, _) = $0.target { page } else { nil }
      }
    }
    #expect(try targets(0) == [2, nil])
    #expect(try targets(1) == [2, nil])
    #expect(try targets(2) == [2, nil])
  }

  @Test func attachmentsOfAFileThatIsListedTwiceComeOnce() throws {
    func pdf(_ name: String) -> [UInt8] {
      PDFFixture(
        pages: [.init(content: ""), .init(content: "")],
        catalog: "/Names << /EmbeddedFiles << /Names [(a) 100 0 R] >> >>",
        objects: [
          100: "<< /Type /Filespec /F (\(name).csv) /EF << /F 101 0 R >> >>",
          101: PDFFixture.stream("/Type /EmbeddedFile", name),
        ]
      ).bytes
    }
    var package = HandMadePackage(
      #"{"parts": [{"path": "a.pdf", "pages": "1"}, {"path": "a.pdf", "pages": "2"}, "b.pdf"]}"#)
    package.files["a.pdf"] = pdf("tides")
    package.files["b.pdf"] = pdf("moons")
    let publication = try #require(try package.open() as? any AttachmentsPublication)
    #expect(try publication.attachments().map(\.fileName) == ["tides.csv", "moons.csv"])
    #expect(try publication.attachmentData(at: 1, limit: 100) == Array("moons".utf8))
    #expect(throws: PageError.self) { try publication.attachmentData(at: 2, limit: 100) }
  }

  @Test func theFirstPartsDirectionCountsAndNotTheCovers() throws {
    func pdf(_ direction: String) -> [UInt8] {
      PDFFixture("", catalog: "/ViewerPreferences << /Direction /\(direction) >>").bytes
    }
    var package = HandMadePackage(#"{"cover": "cover.pdf", "parts": ["a.pdf"]}"#)
    package.files = package.files.merging([
      "cover.pdf": pdf("L2R"), "a.pdf": pdf("R2L"),
    ]) { $1 }
    #expect(try package.open().info.direction == .rightToLeft)
  }

  @Test func mediaOfPartsAreCalledByTheirPathsInTheWhole() throws {
    let layout = """
      {"stories": {"a": "a.md"}, "pages": [{"frames": [{"thread": "a"}], "media": [
        {"kind": "audio", "src": "sound/bell.wav", "x": 0, "y": 0, "width": 20, "height": 20},
        {"kind": "audio", "src": "../secret.wav", "x": 0, "y": 30, "width": 20, "height": 20},
        {"kind": "video", "src": "gone.mp4", "x": 0, "y": 60, "width": 20, "height": 20}]}]}
      """
    let files = ["layout.json": layout, "a.md": "Tide", "sound/bell.wav": "a bell"]
    let package = HandMadePackage(
      #"{"parts": ["cover.md", "feature"]}"#,
      Dictionary(uniqueKeysWithValues: files.map { ("feature/\($0)", $1) })
        .merging(["cover.md": "# Cover", "secret.wav": "x", "sound/bell.wav": "another"]) { $1 })
    let page = try #require(try package.open().page(at: 1) as? any MediaPage)
    let media = try page.media()
    #expect(media.map(\.isEmbedded) == [true, false, false])
    #expect(media.map(\.name) == ["feature/sound/bell.wav", "../secret.wav", "gone.mp4"])
    #expect(try page.mediaData(at: 0, limit: 9) == Array("a bell".utf8))
    for index in 1...2 {
      let error = #expect(throws: PageError.self) { try page.mediaData(at: index, limit: 9) }
      #expect(error?.code == .notFound)
    }
    let cover = try #require(try package.open().page(at: 0) as? any MediaPage)
    let error = #expect(throws: PageError.self) { try cover.mediaData(at: 0, limit: 9) }
    #expect(error?.code == .badRequest)
  }

  @Test func onlyChosenPagesAreShown() throws {
    let long = (1...6).map { "# Chapter \($0)\n\nText.\n" }.joined(separator: "\n")
    let whole = HandMadePackage(#"{"parts": ["a.md"]}"#, ["a.md": long])
    let count = try whole.open().pageCount
    try #require(count >= 1)
    let twice = HandMadePackage(
      #"{"parts": ["a.md", {"path": "a.md", "pages": "last,1", "labels": "own"}]}"#, ["a.md": long])
    let publication = try twice.open()
    #expect(publication.pageCount == count + min(count, 2))
    let last = try publication.page(at: publication.pageCount - 1)
    #expect(last.label == "1")
    #expect(try last.words() == publication.page(at: 0).words())
  }

  @Test func placesSurviveAnotherLayout() throws {
    let words = (1...900).map { "word\($0)" }.joined(separator: " ")
    let package = HandMadePackage(
      #"{"parts": ["a.md", "b.md"]}"#, ["a.md": "# A\n\n\(words)\n", "b.md": "# B\n\n\(words)\n"])
    let wide = try #require(try package.open() as? any LocatingPublication)
    var options = OpenOptions()
    options.layout.pageSize = Size(width: 200, height: 260)
    let narrow = try #require(try package.open(options) as? any LocatingPublication)
    #expect(narrow.pageCount > wide.pageCount)
    for index in 0..<wide.pageCount {
      let locator = try wide.locator(ofPage: index)
      #expect(try wide.page(of: locator) == index)
      let page = try #require(try narrow.page(of: locator))
      let first = try #require(try wide.page(at: index).words().first { $0.hasPrefix("word") })
      #expect(try narrow.page(at: page).words().contains(first), "page \(index)")
    }
  }

  @Test func aPackageIsNotAPartOfAPackage() {
    let package = HandMadePackage(
      #"{"parts": ["sub"]}"#, ["sub/recto.json": #"{"parts": ["a.bin"]}"#, "sub/a.bin": "x"])
    #expect(package.refusal()?.code == .unsupported)
  }
}
