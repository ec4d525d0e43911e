import RectoPageModel
import RectoPipeline
import TestSupport
import Testing

/// The sample issue as page images with ALTO sidecars.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct QuayTests {
  private struct Word {
    var text: String
    /// Pixels, 150 an inch.
    var box: Rect
  }

  private func pages() throws -> String { try #require(samplesFolder()) + "/quay-pages" }

  /// The strings of a sidecar as they stand in the file; a hyphen belongs to the one before it.
  private func sidecarWords(_ path: String) throws -> [Word] {
    let text = String(decoding: try bytes(ofFile: path), as: UTF8.self)
    var words: [Word] = []
    for match in text.matches(of: /<(String|HYP) ([^>]*)>/) {
      let attributes = Dictionary(
        match.2.matches(of: /(\w+)="([^"]*)"/).map { (String($0.1), unescaped($0.2)) },
        uniquingKeysWith: { first, _ in first })
      func number(_ name: String) throws -> Double {
        try #require(attributes[name].flatMap(Double.init))
      }
      let content = try #require(attributes["CONTENT"])
      let box = Rect(
        x: try number("HPOS"), y: try number("VPOS"), width: try number("WIDTH"),
        height: try number("HEIGHT"))
      if match.1 == "HYP", let last = words.popLast() {
        words.append(Word(text: last.text + content, box: last.box.union(box)))
      } else {
        words.append(Word(text: content, box: box))
      }
    }
    return words
  }

  private func unescaped(_ text: Substring) -> String {
    String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing(
      "&quot;", with: "\""
    )
    .replacing("&amp;", with: "&")
  }

  private func points(_ box: Rect) -> Rect { AffineTransform.scale(72 / 150).apply(box) }

  @Test func theWordsAreThoseOfTheSidecarsInTheirOrderAndPlace() throws {
    let publication = try open(pages())
    #expect(publication.pageCount == 8)
    for index in 0..<publication.pageCount {
      let expected = try sidecarWords(pages() + "/page\(index + 1).xml")
      let words = try publication.words(page: index)
      #expect(!expected.isEmpty)
      #expect(words.map(\.text) == expected.map(\.text))
      let misplaced = zip(words, expected).filter { $0.box.distance(points($1.box)) > 0.05 }
      #expect(misplaced.map(\.0.text) == [], "page \(index + 1)")
      #expect(words.allSatisfy { $0.glyphs.count == $0.text.count })
    }
    #expect(publication.info.warnings.isEmpty)
  }

  @Test func aSearchFindsEachLongWordWhereItStands() throws {
    let publication = try open(pages())
    for index in 0..<publication.pageCount {
      let text = try publication.text(page: index)
      let words = try sidecarWords(pages() + "/page\(index + 1).xml")
      let long = words.filter { $0.text.count >= 7 && $0.text.allSatisfy(\.isLetter) }
      for word in long.prefix(12) {
        let hits = try TextSearch(word.text).hits(in: text, page: index)
        let places = hits.flatMap(\.quads).map(\.bounds)
        #expect(
          places.contains { $0.distance(points(word.box)) < 0.05 },
          "page \(index + 1): \(word.text)")
      }
    }
  }

  /// 5 5/6 x 7 7/9 inches: as many points as the PDF's pages have, to the next pixel.
  @Test func aPageHasTheSizeOfThePDFs() throws {
    for size in try open(pages()).sizes() {
      #expect(abs(size.width - 420) < 0.5)
      #expect(abs(size.height - 560) < 0.5)
    }
  }
}
