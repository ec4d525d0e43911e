import RectoConformance
import RectoPageModel
import RectoTextBackend
import TestSupport
import Testing

/// The content of a source for readers: pages, their text, links and outline.
@Suite struct PublicationTests {
  private static let story = """
    ---
    title: The Harbor at Night
    author: A. Pilot
    language: en-GB
    ---

    # The harbor

    The quay lies still, and the boats knock softly against the wood. Nobody who has *walked here
    once* forgets the **long sound** of the horn.[^1] It leads to [the tides](#tides) and to
    <https://example.org>.

    [^1]: The horn was built in 1889.

    ## Tides {#tides}

    - First the ebb, which takes the light boats out over the bar.
    - Then the flood.

    | Port | High water |
    |---|---:|
    | Alder | 04:12 |

    ```swift
    let quay = 1
    ```

    الميناء القديم حيث تنام السفن والليل طويل

    夜の港は静かで、船は木の岸壁にそっと触れている。
    """

  private func open(
    _ text: String, named name: String = "story.md", _ options: OpenOptions = OpenOptions()
  ) throws -> any Publication {
    let source = Source(path: name, content: .file(FileBytes(Array(text.utf8))))
    return try TextBackend().open(source, options: options)
  }

  private func open(
    folder files: [String: String], pictures: [any PageBackend] = []
  ) throws -> (publication: any Publication, folder: TemporaryFolder) {
    let folder = try temporaryFolder()
    for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
    let source = Source(path: folder.path, content: .folder(entries: files.keys.sorted()))
    return (try TextBackend(pictures: pictures).open(source, options: OpenOptions()), folder)
  }

  private func text(_ publication: any Publication, page: Int = 0) throws -> PageText {
    try #require(try publication.page(at: page) as? any TextPage).text()
  }

  @Test func aStoryKeepsEveryPromise() throws {
    #expect(ConformanceSuite().findings(in: try open(Self.story)) == [])
  }

  @Test func plainTextLeavesNoInkOutsideOfItsWords() throws {
    let text = "The quay lies still.\n\nالميناء القديم\n\n夜の港は静か。\n\nWhoever waits, waits."
    let suite = ConformanceSuite(pagesHoldOnlyText: true)
    #expect(suite.findings(in: try open(text, named: "story.txt")) == [])
  }

  /// The frame looks for the next one, for which the first page plan makes a page: the text needs
  /// none, and the second page is that of the second plan.
  @Test func aPageThatNoTextReachesMakesWayForTheNext() throws {
    let layout = """
      {"stories": {"a": {"text": "Short."}},
       "pages": [
        {"repeat": true, "frames": [{"thread": "a", "overflow": "visible"}]},
        {"section": "S", "texts": [{"x": 40, "y": 40, "width": 90, "height": 20,
         "text": "{section} {page}"}]}]}
      """
    let (publication, _) = try open(folder: ["layout.json": layout])
    #expect(try text(publication).blocks.first?.lines.first?.plain == "Short.")
    #expect(try text(publication, page: 1).blocks.first?.lines.first?.plain == "S 2")
    #expect(publication.pageCount == 2)
  }

  @Test func aLayoutKeepsItsPagesWhateverItsStoryIsCalled() throws {
    let layout = """
      {"stories": {"story": {"text": "Short."}}, "size": {"width": 300, "height": 400},
       "pages": [{"frames": [{"thread": "story"}]}]}
      """
    let (publication, _) = try open(folder: ["layout.json": layout])
    #expect(try publication.page(at: 0).size == Size(width: 300, height: 400))
  }

  @Test func aRepeatedPageIsNotMadeWhereNoTextIsLeft() throws {
    let layout = """
      {"stories": {"a": {"text": "Short."}},
       "pages": [{"frames": [{"thread": "a"}]}, {"repeat": true, "frames": [{"thread": "a"}]},
                 {"texts": [{"x": 40, "y": 40, "width": 90, "height": 20, "text": "{page}"}]}]}
      """
    let (publication, _) = try open(folder: ["layout.json": layout])
    #expect(try text(publication, page: 1).plain == "2")
    #expect(publication.pageCount == 2)
  }

  @Test func textLiesOnTheGridThatALayoutHas() throws {
    let layout = """
      {"stories": {"a": {"text": "# Tide\\n\\nOne.\\n\\nTwo."}}, "baseline-grid": 17,
       "styles": {"body": {"font-size": 10, "line-height": "13pt"}},
       "pages": [{"frames": [{"thread": "a"}]}]}
      """
    let (publication, _) = try open(folder: ["layout.json": layout])
    let lines = try text(publication).blocks.flatMap(\.lines)
    let baselines = lines.map(\.baseline.start.y)
    let steps = zip(baselines.dropFirst(), baselines).map { ($0 - $1) / 17 }
    #expect(steps.allSatisfy { abs($0 - $0.rounded()) < 0.01 }, "\(steps)")
  }

  @Test func theTextOfAPageIsInTheOrderInWhichItFlowed() throws {
    let text = try text(open(Self.story))
    #expect(text.order == .layout)
    let roles = text.blocks.map(\.role)
    #expect(roles.starts(with: [.title, .paragraph, .heading1, .paragraph, .heading2, .listItem]))
    #expect(roles.contains(.tableCell))
    #expect(roles.contains(.code))
    #expect(text.blocks.first?.lines.first?.plain == "The Harbor at Night")
    #expect(text.blocks[2].lines.first?.plain == "The harbor")
    #expect(text.blocks.contains { $0.lines.first?.plain.hasPrefix("• First the ebb") ?? false })
  }

  @Test func theTextOfAPageSaysWhichStoryItIsAndWhereParagraphsGoOn() throws {
    let words = Array(repeating: "The tide came in slowly over the sand.", count: 9)
    let layout = """
      {"stories": {"a": "a.md", "b": "b.md"}, "size": {"width": 200, "height": 120}, "margins": 10,
       "pages": [{"repeat": true, "frames": [
        {"thread": "a", "x": 10, "y": 10, "width": 80, "height": 90},
        {"thread": "b", "x": 100, "y": 10, "width": 80, "height": 90}]}]}
      """
    let story = words.joined(separator: " ")
    let (publication, _) = try open(
      folder: ["layout.json": layout, "a.md": story, "b.md": "Short.\n\n" + story])
    let first = try text(publication).blocks
    #expect(first.map(\.thread) == ["a", "b", "b"])
    #expect(first.map(\.isContinuation) == [false, false, false])
    let second = try text(publication, page: 1).blocks
    #expect(second.map(\.thread) == ["a", "b"])
    #expect(second.map(\.isContinuation) == [true, true])
    let folio = try text(open(Self.story)).blocks.last
    #expect(folio?.thread == nil)
  }

  /// Hyphens that layout puts at line ends go, and those of the author stay.
  @Test func linesOfAParagraphGiveTheAuthorsText() throws {
    let story =
      "The guinea-pigs of well-known harbor-masters saw a fall-through in the half-beautifully "
      + "lit e-mail-address at https://example.org/a-long-path/of-many-parts/and-more.html, "
      + "extraordinarily and unmistakably, in 1914\u{2013}1918\u{2014}and later on."
    for width in stride(from: 60, through: 200, by: 20) {
      let layout = """
        {"stories": {"a": "a.md"}, "size": {"width": 220, "height": 600}, "metadata": {"language": "en-GB"},
         "styles": {"paragraph": {"hyphens": "auto", "text-align": "justify"}},
         "pages": [{"frames": [{"thread": "a", "x": 10, "y": 10, "width": \(width), "height": 580}]}]}
        """
      let (publication, _) = try open(folder: ["layout.json": layout, "a.md": story])
      let lines = try text(publication).blocks[0].lines
      #expect(lines.count > 2)
      var read = ""
      for (line, next) in zip(lines, lines.dropFirst()) {
        read += line.plain
        switch line.join(next) {
        case .space: read += " "
        case .directly: break
        case .withoutHyphen: read.removeLast()
        }
      }
      read += lines.last?.plain ?? ""
      #expect(read == story, "\(width) points: \(lines.map(\.plain))")
    }
  }

  @Test func aRepeatedHeadIsAnArtifact() throws {
    let rows = (1...40).map { "| Item \($0) | \($0 * 3) |\n" }.joined()
    let publication = try open("| Name | Count |\n|---|---|\n" + rows)
    #expect(publication.pageCount > 1)
    let second = try text(publication, page: 1).blocks
    let head = second.filter { $0.cell?.row == 0 }
    #expect(head.map { $0.lines.map(\.plain) } == [["Name"], ["Count"]])
    #expect(head.allSatisfy { $0.role == .artifact })
    let cells = second.filter { $0.role == .tableCell }
    #expect(cells.first?.cell.map { $0.row > 1 } == true)
    #expect(cells.allSatisfy { $0.cell?.table == 0 })
    #expect(
      try text(publication).blocks.filter { $0.cell?.row == 0 }.map(\.role) == [
        .tableCell, .tableCell,
      ])
  }

  @Test func theFolioIsNotPartOfTheStory() throws {
    let text = try text(open(Self.story))
    let folio = try #require(text.blocks.last)
    #expect(folio.role == .artifact)
    #expect(folio.lines.map(\.plain) == ["1"])
  }

  @Test func metadataComeFromTheFrontMatter() throws {
    let info = try open(Self.story).info
    #expect(info.metadata.title == "The Harbor at Night")
    #expect(info.metadata.author == "A. Pilot")
    #expect(info.metadata.language == "en-GB")
    #expect(info.isReflowable)
  }

  @Test func linksLeadToHeadingsAndOut() throws {
    let publication = try open(Self.story)
    let links = try #require(try publication.page(at: 0) as? any LinksPage).links()
    #expect(links.count == 2)
    guard case .page(0, let point?) = try #require(links.first).target else {
      Issue.record("the first link leads nowhere")
      return
    }
    let heading = try #require(try text(publication).blocks.first { $0.role == .heading2 })
    #expect(abs(point.y - heading.box.minY) < 4)
    #expect(links.last?.target == .url("https://example.org"))
  }

  @Test func linksLeadToNamesInsideOfText() throws {
    let filler = (0..<400).map { "Word\($0)" }.joined(separator: " ")
    let publication = try open(
      """
      [a](#ebb), [b](#flow), [c](#quay), [d](#gone)

      \(filler) <a name="ebb"></a>harbor <span id="flow">tide</span>. \(filler)

      <a id="quay"></a>

      The quay.
      """)
    let links = try #require(try publication.page(at: 0) as? any LinksPage).links()
    for (link, word) in zip(links, ["harbor", "tide.", "The"]) {
      guard case .page(let page, let point?) = link.target else {
        Issue.record("the link to \(word) leads nowhere")
        continue
      }
      let lines = try text(publication, page: page).blocks.flatMap(\.lines)
      let line = try #require(lines.first { $0.words.contains { $0.text == word } })
      #expect(abs(point.y - line.box.minY) < 4, "\(word)")
    }
    #expect(links.map(\.target).last == .broken("#gone"))
  }

  @Test func theOutlineHasTheHeadings() throws {
    let publication = try open(Self.story)
    let outline = try #require(publication as? any OutlinedPublication).outline()
    #expect(outline.map(\.title) == ["The harbor"])
    #expect(outline.first?.children.map(\.title) == ["Tides"])
  }

  @Test func aLongStoryHasManyPagesAndLosesNothing() throws {
    let words = (0..<6000).map { "word\($0)" }
    let publication = try open(words.joined(separator: " "))
    #expect(publication.pageCount > 10)
    let found = try (0..<publication.pageCount).flatMap { page in
      try text(publication, page: page).blocks.filter { $0.role != .artifact }
        .flatMap(\.lines).flatMap(\.words)
    }
    // A hyphen that was added at the end of a line is not the story's.
    let joined = found.map { $0.text.hasSuffix("-") ? String($0.text.dropLast()) : $0.text }
    #expect(joined.joined() == words.joined())
  }

  @Test func aPageThatIsNotThereIsAnError() throws {
    let publication = try open(Self.story)
    #expect(throws: PageError.self) { try publication.page(at: publication.pageCount) }
    #expect(throws: PageError.self) { try publication.page(at: -1) }
  }

  @Test func largerTypeMakesMorePages() throws {
    let text = String(repeating: "The quay lies still and the boats knock. ", count: 400)
    let plain = try open(text).pageCount
    let large = try open(
      text, OpenOptions(layout: LayoutOptions(fontScale: 2))
    ).pageCount
    #expect(large > plain * 3)
  }

  @Test func aPageSizeIsThatOfThePages() throws {
    let options = OpenOptions(layout: LayoutOptions(pageSize: Size(width: 300, height: 200)))
    #expect(try open(Self.story, options).page(at: 0).size == Size(width: 300, height: 200))
  }

  @Test func textWithoutAFrameIsAWarningThatCountsItsWords() throws {
    let layout = """
      {"stories": {"main": "a.md"},
       "size": {"width": 200, "height": 100}, "margins": 10,
       "pages": [{"frames": [{"x": 20, "y": 20, "width": 160, "height": 40, "thread": "main"}]}]}
      """
    let story = String(repeating: "tide ", count: 200)
    let (publication, folder) = try open(folder: ["layout.json": layout, "a.md": story])
    let warning = try #require(publication.info.warnings.first { $0.code == "overset" })
    let shown = try text(publication).blocks.flatMap(\.lines).flatMap(\.words).count
    #expect(warning.message.contains("\(200 - shown) words have no frame"))
    #expect(warning.page == 0 && warning.box == Rect(x: 20, y: 20, width: 160, height: 40))
    #expect(publication.pageCount == 1)
    _ = folder
  }

  @Test func aTextOfThePagesOwnThatDoesNotFitIsAWarning() throws {
    let layout = """
      {"size": {"width": 200, "height": 100}, "margins": 10, "pages": [{"texts": [
        {"x": 20, "y": 20, "width": 60, "height": 20, "text": "Far too many words for a box"}]}]}
      """
    let (publication, folder) = try open(folder: ["layout.json": layout])
    _ = try text(publication)
    let warning = try #require(publication.info.warnings.first { $0.code == "overset" })
    #expect(warning.page == 0 && warning.box == Rect(x: 20, y: 20, width: 60, height: 20))
    _ = folder
  }

  @Test func picturesSayWhatTheyShowAndMediaWhetherTheyAreThere() throws {
    let layout = """
      {"stories": {"main": "a.md"}, "size": {"width": 200, "height": 300}, "margins": 10,
       "pages": [{"frames": [{"thread": "main", "y": 150, "height": 150, "x": 0, "width": 200}],
         "pictures": [
           {"file": "a.png", "x": 0, "y": 0, "width": 50, "height": 50, "alt": "A boat"},
           {"file": "a.png", "x": 50, "y": 0, "width": 50, "height": 50, "alt": ""},
           {"file": "a.png", "x": 100, "y": 0, "width": 50, "height": 50}],
         "media": [
           {"kind": "video", "src": "a.png", "x": 0, "y": 60, "width": 20, "height": 20},
           {"kind": "audio", "src": "b.ogg", "x": 50, "y": 60, "width": 20, "height": 20}]}]}
      """
    let (publication, folder) = try open(
      folder: ["layout.json": layout, "a.md": "Words.", "a.png": "no picture at all"])
    let page = try publication.page(at: 0)
    let images = try #require(page as? any ImagesPage).images()
    #expect(images.map(\.alternative) == [.text("A boat"), .decorative, .missing])
    #expect(images.map(\.isMissing) == [true, true, true])
    let media = try #require(page as? any MediaPage)
    #expect(try media.media().map(\.isEmbedded) == [true, false])
    #expect(try media.mediaData(at: 0, limit: 17) == Array("no picture at all".utf8))
    for (index, limit, code) in [(0, 16, PageError.Code.limit), (1, 99, .notFound)] {
      let error = #expect(throws: PageError.self) {
        try media.mediaData(at: index, limit: limit)
      }
      #expect(error?.code == code)
    }
    _ = folder
  }

  @Test func aMissingPictureLeavesTheRestOfThePage() throws {
    let (publication, folder) = try open(
      folder: ["story.md": "Before.\n\n![A boat](boat.png)\n\nAfter."])
    #expect(!publication.info.warnings.isEmpty)
    let plain = try text(publication).plain
    #expect(plain.contains("Before.") && plain.contains("After."))
    _ = folder
  }

  @Test func aFontThatIsNotInstalledIsAWarning() throws {
    let layout = """
      {"stories": {"main": "a.md"}, "styles": {"body": {"font-family": "No Such Font"}},
       "size": {"width": 200, "height": 100}, "margins": 10,
       "pages": [{"frames": [{"thread": "main"}]}]}
      """
    let (publication, folder) = try open(folder: ["layout.json": layout, "a.md": "Words."])
    let warning = try #require(publication.info.warnings.first { $0.code == "missing-font" })
    #expect(warning.message.contains("No Such Font"))
    _ = folder
  }

  @Test(
    .enabled(if: corporaFolder() != nil, Comment(rawValue: needsCorpora)),
    arguments: [
      "bidi_spoof", "controls", "fdfa_bomb", "flags_odd", "mixed_scripts_fallback", "nuls", "ok",
      "pua", "surrogates_cesu", "tag_chars", "zalgo_100k", "zwj_emoji_8000",
    ])
  func hostileTextIsSet(name: String) throws {
    let path = try #require(corporaFolder()) + "/hostile/text/\(name).txt"
    let source = Source(path: path, content: .file(try FileBytes(path: path)))
    let publication = try TextBackend().open(source, options: OpenOptions())
    let page = try publication.page(at: 0)
    let request = RenderRequest(scale: .pixelsPerPoint(0.5))
    let grid = try PixelGrid(page: page.size, rotation: .none, request: request)
    let bitmap = Bitmap(size: grid.size)
    try page.paint(request, on: grid, into: bitmap)
    #expect(publication.pageCount > 0)
  }
}
