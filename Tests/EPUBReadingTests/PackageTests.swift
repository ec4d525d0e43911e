import RectoEPUBReading
import RectoPageModel
import Testing

@Suite struct PackageTests {
  @Test func titlesHaveTheirKindsAndTheirOrder() throws {
    var made = HandMadeBook()
    made.metadata = """
      <dc:title id="b">A  Subtitle</dc:title><meta refines="#b" property="title-type">subtitle</meta>
      <meta refines="#b" property="display-seq">2</meta>
      <dc:title id="a">The Sea</dc:title><meta refines="#a" property="title-type">main</meta>
      <meta refines="#a" property="display-seq">1</meta>
      <meta refines="#a" property="file-as">Sea, The</meta>
      <meta refines="#a" property="alternate-script" xml:lang="ja">海</meta>
      """
    let metadata = try made.book().metadata
    #expect(metadata.titles.map(\.text.value) == ["The Sea", "A Subtitle"])
    #expect(metadata.title?.fileAs == "Sea, The")
    #expect(metadata.title?.alternates.map(\.value) == ["海"])
    #expect(metadata.title?.alternates.first?.language == "ja")
    #expect(metadata.common.title == "The Sea: A Subtitle")
  }

  /// `dir` holds for what is in the element, unless that has its own; `auto` leaves it to the letters.
  @Test(
    arguments: [
      ("", "", nil, nil), ("rtl", "", "rtl", "rtl"), ("rtl", "auto", nil, "rtl"),
      ("", "rtl", "rtl", nil), ("ltr", "rtl", "rtl", "ltr"), ("ttb", "down", nil, nil),
    ] as [(String, String, String?, String?)])
  func titlesHaveTheirDirection(
    package: String, title: String, ofTitle: String?, ofAuthor: String?
  ) throws {
    var made = HandMadeBook()
    if !package.isEmpty { made.packageAttributes += " dir=\"\(package)\"" }
    let own = title.isEmpty ? "" : " dir=\"\(title)\""
    made.metadata = "<dc:title\(own)>CSS: הרפתקה!</dc:title><dc:creator>Ada</dc:creator>"
    let metadata = try made.book().metadata.common
    #expect(metadata.titleDirection?.rawValue == ofTitle)
    #expect(metadata.authorDirection?.rawValue == ofAuthor)
  }

  @Test func peopleHaveTheirRolesInBothVersions() throws {
    var made = HandMadeBook()
    made.metadata = """
      <dc:creator id="c">Ada</dc:creator><meta refines="#c" property="role">aut</meta>
      <meta refines="#c" property="role">ill</meta>
      <dc:creator opf:role="trl" opf:file-as="Babbage, C.">Charles</dc:creator>
      <dc:creator/><dc:language>en</dc:language><dc:language>fr</dc:language>
      <dc:date opf:event="creation">2001</dc:date><dc:date opf:event="publication">2002</dc:date>
      <meta property="dcterms:modified">2026-11-21T10:00:00Z</meta>
      """
    let metadata = try made.book().metadata
    #expect(metadata.creators.map(\.roles) == [["aut", "ill"], ["trl"]])
    #expect(metadata.creators.last?.fileAs == "Babbage, C.")
    #expect(metadata.languages == ["en", "fr"])
    #expect(metadata.date == "2002")
    #expect(metadata.common.created == "2002-01-01T00:00:00Z")
    #expect(metadata.common.author == "Ada; Charles")
    #expect(metadata.common.modified == "2026-11-21T10:00:00Z")
  }

  @Test(
    arguments: [
      (
        "&lt;p class=\"d\"&gt;A &lt;b&gt;bo&lt;/b&gt;ld tale&lt;/p&gt;&lt;P&gt;&amp;amp; more&lt;br/&gt;here",
        "A bold tale & more here"
      ),
      ("<div>One</div><div>Two<style>p { }</style></div>", "One Two"),
      ("Where a &lt; b, n&lt;m and x &gt; y", "Where a < b, n<m and x > y"),
      ("&lt;script&gt;alert(1)&lt;/script&gt;", nil),
      ("AT&amp;T &amp;c.", "AT&T &c."),
    ] as [(String, String?)])
  func aDescriptionIsWords(written: String, words: String?) throws {
    var made = HandMadeBook()
    made.metadata += "<dc:description>\(written)</dc:description>"
    let metadata = try made.book().metadata
    #expect(metadata.descriptions.map(\.value) == [words].compactMap(\.self))
    #expect(metadata.common.subject == words)
  }

  @Test func theDateOfAModificationIsNotThatOfPublication() throws {
    var made = HandMadeBook()
    made.metadata += "<dc:date opf:event=\"modification\">2013-05-01</dc:date>"
    var metadata = try made.book().metadata.common
    #expect(metadata.created == nil)
    #expect(metadata.modified == "2013-05-01T00:00:00Z")
    made.metadata += "<dc:date>2001</dc:date>"
    made.metadata += "<meta property=\"dcterms:modified\">2026-11-21T10:00:00Z</meta>"
    metadata = try made.book().metadata.common
    #expect(metadata.created == "2001-01-01T00:00:00Z")
    #expect(metadata.modified == "2026-11-21T10:00:00Z")
  }

  @Test func theSpineOverridesWhatHoldsForTheBook() throws {
    var made = HandMadeBook()
    made.metadata += """
      <meta property="rendition:layout">pre-paginated</meta>
      <meta property="rendition:layout">reflowable</meta>
      <meta property="rendition:spread">portrait</meta>
      """
    made.spineAttributes = #"page-progression-direction="rtl""#
    made.manifest += #"<item id="c2" href="c1.xhtml" media-type="image/svg+xml"/>"#
    made.spine = """
      <itemref idref="c1" properties="page-spread-right"/>
      <itemref idref="c2" linear="no" properties="rendition:layout-reflowable
        rendition:layout-pre-paginated rendition:orientation-portrait rendition:page-spread-center
        rendition:align-x-center rendition:flow-scrolled-doc"/>
      """
    let book = try made.book()
    #expect(book.direction == .rightToLeft)
    #expect(book.rendition.layout == .prePaginated)
    #expect(book.rendition.spread == .both)
    #expect(book.spine.map(\.rendition.layout) == [.prePaginated, .reflowable])
    #expect(book.spine.map(\.placement) == [.right, .center])
    #expect(book.spine.map(\.isLinear) == [true, false])
    #expect(book.spine[1].rendition.orientation == .portrait)
    #expect(book.spine[1].rendition.flow == .scrolledDocument)
    #expect(book.spine[1].rendition.isCentered)
  }

  @Test func fallbacksAreFollowedUntilSomethingCanBeShown() throws {
    var made = HandMadeBook()
    made.manifest += """
      <item id="x" href="x.dtb" media-type="application/dtc+xml" fallback="y"/>
      <item id="y" href="y.pdf" media-type="application/pdf" fallback="c1"/>
      <item id="l" href="l.pdf" media-type="application/pdf" fallback="m"/>
      <item id="m" href="m.pdf" media-type="application/pdf" fallback="l"/>
      """
    made.add("l.pdf", "%PDF")
    made.spine = #"<itemref idref="x"/><itemref idref="l"/>"#
    let book = try made.book()
    #expect(book.spine.map(\.path.text) == ["OPS/c1.xhtml", "OPS/l.pdf"])
    #expect(book.spine.map(\.statedPath.text) == ["OPS/x.dtb", "OPS/l.pdf"])
    #expect(book.spine.map(\.canBeShown) == [true, false])
    #expect(book.warnings.contains { $0.code == "unknown-media-type" })
  }

  @Test func aFallbackTakesThePlaceOfAMissingFile() throws {
    var made = HandMadeBook()
    made.manifest += #"<item id="p" href="gone.png" media-type="image/png" fallback="c1"/>"#
    made.spine = #"<itemref idref="p"/>"#
    let book = try made.book()
    #expect(book.spine.map(\.path.text) == ["OPS/c1.xhtml"])
    #expect(book.warnings.map(\.message) == ["the file OPS/gone.png is listed and not in the book"])
  }

  /// Scripts run on pages of fixed size only.
  @Test func aScriptedDocumentThatFlowsGivesWayToItsFallback() throws {
    var made = HandMadeBook()
    made.manifest += """
      <item id="s" href="s.xhtml" media-type="application/xhtml+xml" properties="scripted"
        fallback="c1"/>
      <item id="t" href="t.xhtml" media-type="application/xhtml+xml" properties="scripted"/>
      """
    for name in ["s.xhtml", "t.xhtml"] { made.add(name, "<html/>") }
    made.spine = """
      <itemref idref="s"/><itemref idref="t"/>
      <itemref idref="s" properties="rendition:layout-pre-paginated"/>
      """
    let book = try made.book()
    #expect(book.spine.map(\.path.text) == ["OPS/c1.xhtml", "OPS/t.xhtml", "OPS/s.xhtml"])
  }

  @Test func aRollHasNoOverrides() throws {
    var made = HandMadeBook()
    made.metadata += "<meta property='rendition:layout'>roll</meta>"
    made.spine = """
      <itemref idref="c1" properties="rendition:layout-reflowable rendition:spread-both"/>
      """
    var book = try made.book()
    #expect(book.rendition.isRoll)
    #expect(book.spine.map(\.rendition.layout) == [.prePaginated])
    #expect(book.spine.map(\.rendition.spread) == [.auto])
    made.metadata = "<dc:title>Quay</dc:title>"
    made.spine = #"<itemref idref="c1" properties="rendition:layout-roll"/>"#
    book = try made.book()
    #expect(book.spine.map(\.rendition.layout) == [.reflowable])
    #expect(!book.spine[0].rendition.isRoll)
  }

  /// A slip of the pen in the type of a document loses no chapter.
  @Test func aDocumentOfAnUnknownTypeIsWhatItsNameSays() throws {
    var made = HandMadeBook()
    made.manifest += """
      <item id="x" href="x.xhtml" media-type="application/xhtml"/>
      <item id="y" href="y.HTM" media-type=""/>
      <item id="z" href="z.svg" media-type="svg"/>
      <item id="f" href="f.html" media-type="text/htm" fallback="c1"/>
      """
    for name in ["x.xhtml", "y.HTM", "z.svg", "f.html"] { made.add(name, "?") }
    made.spine = ["x", "y", "z", "f"].map { "<itemref idref='\($0)'/>" }.joined()
    let book = try made.book()
    let page = "application/xhtml+xml"
    #expect(book.spine.map(\.mediaType) == [page, page, "image/svg+xml", page])
    #expect(book.spine.map(\.path.text).last == "OPS/c1.xhtml")
    #expect(book.warnings.map(\.code) == Array(repeating: "unknown-media-type", count: 3))
  }

  @Test func aPictureIsShownBeforeItsFallback() throws {
    var made = HandMadeBook()
    made.manifest += """
      <item id="p" href="p.jpg" media-type="image/jpeg" fallback="c1"/>
      <item id="x" href="x.psd" media-type="image/vnd.adobe.photoshop" fallback="p"/>
      <item id="t" href="t.tif" media-type="image/tiff" fallback="c1"/>
      """
    for name in ["p.jpg", "x.psd", "t.tif"] { made.add(name, "?") }
    made.spine = #"<itemref idref="p"/><itemref idref="x"/><itemref idref="t"/>"#
    let book = try made.book()
    #expect(book.spine.map(\.path.text) == ["OPS/p.jpg", "OPS/p.jpg", "OPS/c1.xhtml"])
    #expect(
      Dictionary(uniqueKeysWithValues: book.substitutes.map { ($0.key.text, $0.value.id) })
        == ["OPS/x.psd": "p"])
  }

  @Test func missingFilesAreLeftOutAndReported() throws {
    var made = HandMadeBook()
    made.manifest += """
      <item id="gone" href="gone.xhtml" media-type="application/xhtml+xml"/>
      <item id="far" href="https://example.org/far.xhtml" media-type="application/xhtml+xml"/>
      """
    made.spine = """
      <itemref/><itemref idref="gone"/><itemref idref="nobody"/><itemref idref="far"/>
      <itemref idref="c1"/>
      """
    let book = try made.book()
    #expect(book.spine.map(\.path.text) == ["OPS/c1.xhtml"])
    #expect(book.warnings.filter { $0.code == "damaged-package" }.count == 2)
    #expect(
      book.warnings.contains { $0.message == "the item gone is not in the book: OPS/gone.xhtml" })
  }

  @Test func aBookOfWhichNothingIsThereIsDamaged() {
    var made = HandMadeBook()
    made.manifest = #"<item id="c1" href="gone.xhtml" media-type="application/xhtml+xml"/>"#
    #expect(made.refusal()?.code == .damaged)
    #expect(
      made.refusal()?.message
        == "OPS/book.opf: there is nothing to show: the item c1 is not in the book: OPS/gone.xhtml")
    made.spine = ""
    #expect(made.refusal()?.message.hasSuffix("the spine has no documents") == true)
  }

  @Test func theCoverIsFoundInEachVersion() throws {
    var made = HandMadeBook()
    made.manifest += """
      <item id="p" href="p.png" media-type="image/png"/>
      <item id="q" href="q.png" media-type="image/png"/>
      """
    made.add("p.png", "x")
    made.add("q.png", "x")
    made.guide = #"<guide><reference type="cover" title="Cover" href="c1.xhtml"/></guide>"#
    #expect(try made.book().coverImage == nil)
    #expect(try made.book().coverPage?.text == "OPS/c1.xhtml")
    #expect(try made.book().landmarks.map(\.label) == ["Cover"])
    let metadata = made.metadata
    for name in ["q", "q.png"] {
      made.metadata = metadata + #"<meta name="cover" content="\#(name)"/>"#
      #expect(try made.book().coverImage?.text == "OPS/q.png")
    }
    made.manifest = made.manifest.replacing(#"id="p""#, with: #"id="p" properties="cover-image""#)
    #expect(try made.book().coverImage?.text == "OPS/p.png")
  }

  @Test(
    arguments: [
      ("", nil), ("cover.jpg", "images/cover.jpg"), ("./images/cover.jpg", "images/cover.jpg"),
      ("over.jpg", nil), ("other/cover.jpg", nil),
    ] as [(String, String?)])
  func aCoverIsNamedByWholePartsOfItsPath(name: String, path: String?) throws {
    var made = HandMadeBook()
    for (index, file) in ["images/backcover.jpg", "images/cover.jpg"].enumerated() {
      made.manifest += "<item id=\"i\(index)\" href=\"\(file)\" media-type=\"image/jpeg\"/>"
      made.add(file, "x")
    }
    made.metadata += "<meta name=\"cover\" content=\"\(name)\"/>"
    #expect(try made.book().coverImage?.text == path.map { "OPS/" + $0 })
  }

  @Test func narrationIsListedWithItsDuration() throws {
    var made = HandMadeBook()
    made.manifest = """
      <item id="c1" href="c1.xhtml" media-type="application/xhtml+xml" media-overlay="s"/>
      <item id="s" href="s.smil" media-type="application/smil+xml"/>
      """
    made.add(
      "s.smil",
      """
      <smil xmlns="http://www.w3.org/ns/SMIL"><body><seq>
      <par><text src="c1.xhtml#a"/><audio src="s.mp3" clipBegin="0:00:01.5" clipEnd="4s"/></par>
      <par><text src="c1.xhtml#b"/></par><par><audio src="s.mp3"/></par></seq></body></smil>
      """)
    let overlay = try #require(try made.book().overlays.first)
    #expect(overlay.document.text == "OPS/c1.xhtml")
    #expect(overlay.duration == 2.5)
    #expect(overlay.clips.map(\.begin) == [1.5, 0])
    #expect(overlay.audioFiles.map(\.path?.text) == ["OPS/s.mp3"])
    made.metadata += ##"<meta property="media:duration" refines="#s">0:01:00</meta>"##
    #expect(try made.book().overlays.first?.duration == 60)
  }
}
