import RectoPDFBackend
import RectoPageModel
import TestSupport
import Testing

/// The sample issue, against the text and boxes that its makers wrote beside it.
@Suite(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
struct SampleIssueTests {
  private let folder = samplesFolder() ?? ""

  private func openSample() throws -> any Publication {
    let path = folder + "/quay.pdf"
    return try PDFBackend().open(
      Source(path: path, content: .file(try FileBytes(path: path))), options: OpenOptions())
  }

  private func known(page: Int) throws -> [KnownWord] {
    try ALTOReader.words(ofFile: folder + "/quay-pages/page\(page + 1).xml")
  }

  @Test(arguments: 0..<8) func thePageIsReadInTheOrderOfItsMakers(page index: Int) throws {
    let text = try text(openSample().page(at: index))
    #expect(text.order == .structureTree)
    let body = text.blocks.filter { $0.role != .artifact }.flatMap(\.lines).flatMap(\.words)
    #expect(body.map(\.text).joined() == (try known(page: index).map(\.text).joined()))
  }

  @Test(arguments: 0..<8) func wordsAreWholeAndWhereTheirMakersPutThem(page index: Int) throws {
    let text = try text(openSample().page(at: index))
    let known = try known(page: index)
    let ours = text.blocks.filter { $0.role != .artifact }.flatMap(\.lines).flatMap(joined)
    #expect(ours.map(\.text) == known.map(\.text))
    // The box of a combining mark is empty, and stands where its glyph begins: beside its letter.
    let isMarked = { (word: KnownWord) in
      word.text.unicodeScalars.contains { $0.properties.generalCategory == .nonspacingMark }
    }
    for (word, known) in zip(ours, known) where !isMarked(word) {
      // The makers count the strokes that join letters of Arabic, which are glyphs of no width.
      let slack = word.text.unicodeScalars.contains { $0.value >= 0x600 } ? 2.5 : 1.5
      #expect(
        abs(word.span.lowerBound - known.span.lowerBound) < slack
          && abs(word.span.upperBound - known.span.upperBound) < slack,
        "\(word.text) is at \(word.span) and not at \(known.span)")
    }
  }

  /// A line's words, those that follow one another without a space as one.
  private func joined(_ line: TextLine) -> [KnownWord] {
    var words: [KnownWord] = []
    var continues = false
    for word in line.words {
      if continues, let last = words.last {
        words[words.count - 1] = KnownWord(
          text: last.text + word.text,
          span: min(last.span.lowerBound, word.box.minX)...max(last.span.upperBound, word.box.maxX))
      } else {
        words.append(KnownWord(text: word.text, span: word.box.minX...word.box.maxX))
      }
      continues = word.joinsNext
    }
    return words
  }

  @Test func arabicLettersComeInTheOrderInWhichTheyAreRead() throws {
    let words = try words(openSample().page(at: 6))
    #expect(words.map(\.text).joined().contains("أهلاًوسهلاًبكمفيالميناء."))
    #expect(words.contains { $0.direction == .rightToLeft })
  }

  @Test func labelsAndOutlineAreThoseOfTheIssue() throws {
    let publication = try openSample()
    let labels = try (0..<publication.pageCount).map { try publication.page(at: $0).label }
    #expect(labels == ["Cover", "i", "1", "2", "3", "4", "5", "6"])
    #expect(try outline(publication).isEmpty == false)
  }
}
