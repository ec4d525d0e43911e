import RectoPageModel
import TestSupport
import Testing

/// The parts of a narration stand where their sentences do.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct NarrationTests {
  private static let sentences = 60

  private static func book(_ body: String, _ metadata: String = "") throws -> Fixture {
    let clips = (0..<sentences).map { number in
      "<par><text src='1.xhtml#s\(number)'/>"
        + "<audio src='a.mp3' clipBegin='\(number * 2)s' clipEnd='\(number * 2 + 2)s'/></par>"
    }
    return try Fixture(
      ["1": body],
      items: [
        "a.mp3": "ID3",
        "1.smil": "<smil xmlns='http://www.w3.org/ns/SMIL' version='3.0'><body>\(clips.joined())"
          + "</body></smil>",
      ],
      metadata: metadata,
      manifest: """
        <item id="s" href="1.smil" media-type="application/smil+xml"/>
        <item id="a" href="a.mp3" media-type="audio/mpeg"/>
        """, overlay: "media-overlay='s'")
  }

  @Test func eachPageHasThePartsOfItsSentences() throws {
    let sentences = (0..<Self.sentences).map { number in
      "<span id='s\(number)'>Sentence \(number) <i>tells</i> of the tide that comes twice a day.</span> "
    }
    let book = try Self.book("<p>\(sentences.joined())</p>")
    #expect(book.pageCount > 1)
    var heard: Set<Double> = []
    for index in 0..<book.pageCount {
      let media = try #require(try book.page(index) as? any MediaPage).media()
      #expect(media.map(\.name) == ["book/a.mp3"])
      let words = try book.words(index)
      for cue in try #require(media.first).cues {
        #expect(cue.end == cue.begin + 2)
        heard.insert(cue.begin)
        // The number of a sentence that begins on the page stands in its first area.
        let number = words.first { word in
          word.text == "\(Int(cue.begin / 2))" && cue.quads[0].bounds.contains(word.box.center)
        }
        let start = words.first { cue.quads[0].bounds.contains($0.box.center) }
        #expect(number != nil || start?.text != "Sentence")
        #expect(cue.quads.count <= 3)
      }
    }
    #expect(heard == Set((0..<Self.sentences).map { Double($0 * 2) }))
  }

  @Test func chaptersWithOneNarrationHaveTheirOwnParts() throws {
    let clips = ["1.xhtml#a", "2.xhtml#a", "2.xhtml#b"].enumerated().map { number, text in
      "<par><text src='\(text)'/>"
        + "<audio src='a.mp3' clipBegin='\(number)s' clipEnd='\(number + 1)s'/></par>"
    }
    let book = try Fixture(
      ["1": "<p id='a'>One</p><p id='b'>Two</p>", "2": "<p id='a'>Three</p><p id='b'>Four</p>"],
      items: [
        "a.mp3": "ID3",
        "all.smil": "<smil xmlns='http://www.w3.org/ns/SMIL' version='3.0'><body>\(clips.joined())"
          + "</body></smil>",
      ],
      manifest: """
        <item id="s" href="all.smil" media-type="application/smil+xml"/>
        <item id="m" href="a.mp3" media-type="audio/mpeg"/>
        """, overlay: "media-overlay='s'")
    let cues = try (0..<2).map { index in
      try #require(try book.page(index) as? any MediaPage).media().flatMap(\.cues).map(\.begin)
    }
    #expect(cues == [[0], [1, 2]])
  }

  @Test func aPageOfFixedSizeHasThemToo() throws {
    let page = Fixture.document(
      "<p id='s0'>One</p><p id='s1'>Two</p><p id='s2' style='display:none'>Three</p>",
      head: "<meta name='viewport' content='width=400, height=600'/>")
    let book = try Self.book(page, "<meta property='rendition:layout'>pre-paginated</meta>")
    let media = try #require(try book.page(0) as? any MediaPage).media()
    let cues = try #require(media.first).cues
    #expect(cues.map(\.begin) == [0, 2])
    let words = try book.words(0)
    for (cue, word) in zip(cues, words) {
      #expect(cue.quads.contains { $0.bounds.contains(word.box.center) })
    }
  }
}

extension Rect {
  fileprivate func contains(_ point: Point) -> Bool {
    (minX...maxX).contains(point.x) && (minY...maxY).contains(point.y)
  }
}
