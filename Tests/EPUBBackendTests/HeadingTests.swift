import RectoPageModel
import TestSupport
import Testing

/// A heading, or a term of a list, never stands alone at the foot of a page.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct HeadingTests {
  private static let row =
    "<table><tr><td><div style='height: 120px'>row</div></td></tr></table>"
  private static let box = "<div style='height: 120px; break-inside: avoid'>box</div>"

  @Test(arguments: [
    "<div><div><h5>Heading</h5></div></div><p>&#160;</p><div>\(row)</div>",
    "<h2>Heading</h2><p></p><p><a id='here'></a></p>\(box)",
    "<p><strong>Heading</strong></p>\(box)",
    "<section><p><b>Heading</b></p></section><p>&#160;</p>\(box)",
    "<dl><dt>Heading</dt><dd>\(box)</dd></dl>",
    "<dl><div><dt><dfn>Heading</dfn></dt><dd><p>\(box)</p></dd></div></dl>",
  ])
  func aHeadingStaysWithWhatIsBelowBlankParagraphs(_ form: String) throws {
    // The page has room for some 800 pixels: the heading meets its foot in some of these chapters.
    let chapters = (0..<14).map { step in
      (
        "\(100 + step)",
        "<div style='height: \(560 + 20 * step)px; break-inside: avoid'>above</div>\(form)<p>below</p>"
      )
    }
    let book = try Fixture(
      Dictionary(uniqueKeysWithValues: chapters), style: "h2, h5, p { margin: 4px 0 }")
    var parted = 0
    for page in 0..<book.pageCount {
      let words = try book.words(page).map(\.text)
      #expect(words.last != "Heading", "page \(page): \(words)")
      if words.first == "Heading" { parted += 1 }
    }
    #expect(parted > 0)
  }

  /// The number of a printed page stands above what begins there.
  @Test(arguments: [
    "<div role='doc-pagebreak'>171</div>",
    "<section><div><span epub:type='pagebreak'>171</span></div></section>",
    "<p xmlns:epub='http://www.idpf.org/2007/ops'> <a epub:type='pagebreak'>171</a> </p>",
  ])
  func aPrintedPagesNumberStaysWithTheHeadingBelowIt(_ mark: String) throws {
    let chapters = (0..<14).map { step in
      (
        "\(100 + step)",
        "<div style='height: \(560 + 20 * step)px; break-inside: avoid'>above</div>\(mark)"
          + "<h2>Heading</h2>\(Self.box)"
      )
    }
    let book = try Fixture(
      Dictionary(uniqueKeysWithValues: chapters), style: "h2, p { margin: 4px 0 }")
    var parted = 0
    for page in 0..<book.pageCount {
      let words = try book.words(page).map(\.text)
      #expect(words.last != "171", "page \(page): \(words)")
      if words.first == "171" { parted += 1 }
    }
    #expect(parted > 0)
  }

  @Test(arguments: ["h3", "section"])
  func aPrintedPagesNumberBeginsThePageThatTheBookAsksFor(_ name: String) throws {
    let mark = "<div><span role='doc-pagebreak'>171</span></div>"
    let book = try Fixture(
      ["1": "<p>before</p>\(mark)<section><h3>Heading</h3></section>"],
      style: "\(name) { page-break-before: always }")
    let pages = try (0..<book.pageCount).map { try book.words($0).map(\.text) }
    #expect(pages == [["before"], ["171", "Heading"]])
  }

  /// A number that is hidden or stands in the margin begins no page by itself.
  @Test(arguments: [
    "display: none", "position: absolute; left: 0", "float: left", "display: inline-block",
  ])
  func aPageBeginsBelowANumberThatIsNotInTheFlow(_ style: String) throws {
    let mark = "<span role='doc-pagebreak' style='\(style)'>171</span>"
    let book = try Fixture(
      ["1": "<p>before</p>\(mark)<h3>Heading</h3>"], style: "h3 { page-break-before: always }")
    let pages = try (0..<book.pageCount).map { try book.words($0).map(\.text) }
    #expect(pages.count == 2 && pages.last?.last == "Heading", "\(pages)")
    #expect(pages.first?.first == "before", "\(pages)")
  }

  /// A field of a form hides the form's property of the same name.
  @Test(arguments: ["children", "textContent", "matches", "querySelector", "nextElementSibling"])
  func aFormBelowAHeadingIsReadWhateverItsFieldsAreCalled(name: String) throws {
    let form = "<form><p>Night</p><input name='\(name)'/></form>"
    let book = try Fixture(["1": "<p><b>Harbor</b></p>\(form)<h2>Quay</h2>\(form)"])
    #expect(try book.words(0).map(\.text) == ["Harbor", "Night", "Quay", "Night"])
  }

  /// A list of bold paragraphs breaks anywhere.
  @Test func boldParagraphsOfAListAreNoHeadings() throws {
    let lines = (0..<120).map { "<p><b>Line \($0)</b></p>" }.joined()
    let book = try Fixture(["1": lines], style: "p { margin: 0 }")
    let counts = try (0..<book.pageCount).map { try book.words($0).count }
    #expect(counts.reduce(0, +) == 240)
    #expect(counts.dropLast().allSatisfy { $0 == counts[0] })
  }
}
