import RectoPageModel
import TestSupport
import Testing

/// Pictures that are documents, that stand in for others, and that are higher than a page.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct PictureTests {
  /// A GIF of one color; of its size it has a corner drawn.
  private static func gif(width: UInt16, height: UInt16, red: UInt8) -> [UInt8] {
    func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
    return Array("GIF89a".utf8) + bytes(width) + bytes(height) + [0x80, 0, 0]
      + [red, 0, 0, red, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
  }

  private static let fallbacks = """
    <item id="a" href="a.gif" media-type="image/gif" fallback="1"/>
    <item id="b" href="b.gif" media-type="image/gif" fallback="1"/>
    """
  private static let references = "<itemref idref='a'/><itemref idref='b'/>"

  private func comic(_ metadata: String = "") throws -> Fixture {
    try Fixture(
      ["1": "<p>No pictures here</p>"], metadata: metadata, manifest: Self.fallbacks,
      references: Self.references,
      data: [
        "a.gif": Self.gif(width: 300, height: 450, red: 200),
        "b.gif": Self.gif(width: 600, height: 300, red: 100),
      ])
  }

  @Test func aPictureInTheSpineIsShownAndNotItsFallback() throws {
    let book = try comic()
    #expect(book.pageCount == 3)
    #expect(try (0..<3).map { try book.text($0).plain } == ["No pictures here", "", ""])
    // The paper is not the dark ground that a browser puts a picture on.
    #expect(color(of: try book.pixels(1), x: 105, y: 290) == [255, 255, 255])
  }

  @Test func aPictureOfFixedSizeIsAPageOfItsSize() throws {
    let book = try comic("<meta property='rendition:layout'>pre-paginated</meta>")
    #expect(try book.page(1).size == Size(width: 225, height: 337.5))
    #expect(try book.page(2).size == Size(width: 450, height: 225))
  }

  /// As EPUB 3 and EPUB 2 say which picture it is.
  @Test(arguments: [("cover-image", ""), ("", "<meta name='cover' content='front'/>")])
  func theCoverIsAPageOfItsSize(properties: String, metadata: String) throws {
    let layouts = SharedLayouts()
    let layout = LayoutOptions(excerpt: LayoutOptions.cover)
    let book = try Fixture(
      ["1": "<p>One</p>"], metadata: metadata,
      manifest: """
        <item id="front" href="front.gif" media-type="image/gif" properties="\(properties)"/>
        """, data: ["front.gif": Self.gif(width: 300, height: 450, red: 200)], layout: layout,
      layouts: layouts)
    #expect(book.pageCount == 1)
    #expect(try book.page(0).size == Size(width: 225, height: 337.5))
    #expect(book.publication.info.isExcerpt && !book.publication.info.isReflowable)
    #expect(layout.withoutExcerpt == layout)
  }

  @Test func aBookWithoutACoverHasItsBeginningInstead() throws {
    let book = try Fixture(
      ["1": "<p>One</p>", "2": "<p>Two</p>"], layout: LayoutOptions(excerpt: LayoutOptions.cover))
    #expect(try book.text(0).plain == "One")
    #expect(book.publication.info.isReflowable)
  }

  @Test func aPictureThatNoBrowserShowsHasAnotherInItsPlace() throws {
    let book = try Fixture(
      ["1": "<p style='margin: 0'><img src='x.psd' alt='A boat' width='100' height='100'/></p>"],
      items: [
        "x.psd": "8BPS",
        "x.svg": "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
          + "<rect width='9' height='9' fill='#00f'/></svg>",
      ],
      manifest: """
        <item id="x" href="x.psd" media-type="image/vnd.adobe.photoshop" fallback="y"/>
        <item id="y" href="x.svg" media-type="image/svg+xml"/>
        """)
    #expect(try book.text(0).plain == "")
    #expect(color(of: try book.pixels(0, scale: 1), x: 60, y: 60) == [0, 0, 255])
  }

  /// Stripes of as many colors as a strip has pages are each on a page of their own, about.
  @Test func aStripOfDrawingsGoesOnFromPageToPage() throws {
    let stripes = (0..<10).map { index in
      "<rect y='\(index * 400)' width='400' height='400' fill='rgb(\(index * 25),0,200)'/>"
    }
    let strip =
      "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='4000' "
      + "viewBox='0 0 400 4000'>\(stripes.joined())</svg>"
    let book = try Fixture(
      ["1": "<p>Before</p><div><img src='strip.svg' alt='A strip'/></div><p>After</p>"],
      items: ["strip.svg": strip])
    let shades = try (0..<book.pageCount).map { index in
      let pixels = try book.pixels(index)
      return (0..<pixels.size.height).compactMap { y -> Int? in
        let color = color(of: pixels, x: pixels.size.width / 2, y: y)
        return color[2] == 200 ? Int(color[0]) / 25 : nil
      }
    }
    // Each stripe is as wide as the column, and follows the one above it.
    #expect(shades.flatMap(\.self).count > 1_400)
    #expect(shades.flatMap(\.self) == shades.flatMap(\.self).sorted())
    #expect(Set(shades.flatMap(\.self)) == Set(0..<10))
    #expect(try book.text(0).plain == "Before")
    #expect(try book.text(book.pageCount - 1).plain == "After")
    #expect(shades.dropFirst().dropLast().allSatisfy { !$0.isEmpty })
  }

  @Test func picturesThatCannotBeShownAreSaid() throws {
    let body = """
      <p>Quay <img src="gone.png" alt="Gone"/> <img src="torn.jpg" alt="Torn"/>
      <img src="https://tide.example/a.png" alt="Far"/> <img src="lamp.svg" alt="Lamp"/></p>
      """
    let lamp =
      #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9"/></svg>"#
    let book = try Fixture(
      ["a": body, "b": "<p>Harbor</p>"], items: ["lamp.svg": lamp],
      data: ["torn.jpg": Array("no picture".utf8)])
    #expect(try book.text(0).plain.contains("Quay"))
    let warnings = book.publication.info.warnings.filter { $0.code == "missing-file" }
    #expect(
      warnings.map(\.message) == [
        "book/a.xhtml refers to book/gone.png, which does not exist",
        "book/a.xhtml shows the picture book/torn.jpg, which is damaged or not supported",
        "book/a.xhtml refers to a file on https://tide.example, which is not loaded: put it into "
          + "the book",
      ])
  }
}
