import TestSupport
import Testing

@Suite(.enabled(if: Corpus.isThere, Comment(rawValue: needsCorpora)))
struct WordTests {
  private struct Agreement: Sendable {
    var found = 0
    var total = 0
    var missing: [String] = []
  }

  /// On untagged pages both begin with Poppler's words. Some that it tears, such as letter-spaced
  /// capitals and runs of two letters, are whole here.
  @Test(
    .needsPoppler,
    .enabled(if: program("pdftotext") != nil, "poppler-utils are not installed"))
  func wordsAndBoxesAreThoseOfPdftotext() async throws {
    let pdftotext = try #require(program("pdftotext"))
    let refused = Set(try await RenderedFile.all.value.filter { $0.run.status != 0 }.map(\.name))
    let agreements = try await Corpus.map(Corpus.files()) { file in
      try await agreement(file, pdftotext, isRefused: refused.contains(name(file)))
    }
    let (found, total) = agreements.reduce((0, 0)) { ($0.0 + $1.found, $0.1 + $1.total) }
    #expect(total > 0)
    #expect(
      Double(found) >= 0.99 * Double(total),
      "\(agreements.flatMap(\.missing).prefix(20))")
    print("\(found) of \(total) words are where pdftotext has them")
  }

  private func agreement(
    _ file: String, _ pdftotext: String, isRefused: Bool
  ) async throws -> Agreement {
    var agreement = Agreement()
    guard !isRefused else { return agreement }
    let own = try await OwnPage.pages(of: file)
    #expect(!own.isEmpty, "\(name(file)) renders and gives no text")
    guard !Corpus.endless.contains(name(file)) else { return agreement }
    let theirs = try await PdftotextPage.pages(of: file, with: pdftotext)
    for (index, page) in theirs.enumerated() {
      guard let ours = own[index], ours.order == "geometry" else { continue }
      let unit = ours.width / page.width
      let byText = Dictionary(grouping: ours.words, by: \.text)
      // Text at an angle leaves the upright boxes that pdftotext gives it; ours are around its
      // ink, which the conformance suite sees to.
      let slanted = Set(ours.words.filter(\.isSlanted).map(\.text))
      for var word in page.words where !slanted.contains(where: { $0.contains(word.text) }) {
        word.box = word.box.map { $0 * unit }
        agreement.total += 1
        // Such words have another order of letters there, with directional marks.
        let candidates = word.isRightToLeft ? ours.words : byText[word.text] ?? []
        if candidates.contains(where: { $0.lies(where: word) })
          || ours.words.contains(where: { $0.holds(word) })
        {
          agreement.found += 1
        } else {
          agreement.missing.append("\(name(file)) page \(index + 1): \(word.text) \(word.box)")
        }
      }
    }
    return agreement
  }
}
