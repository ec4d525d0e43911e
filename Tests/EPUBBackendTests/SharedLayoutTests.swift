import RectoPageModel
import TestSupport
import Testing

/// A chapter is laid out once, whichever copy of its book does it, on whatever day.
@Suite(.usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct SharedLayoutTests {
  private let layouts = SharedLayouts()
  private static let chapters = [
    "1": "<p>One</p>", "2": "<p id='end'>Two</p>", "3": "<p>Three</p>",
  ]

  private func book(
    _ chapters: [String: String] = chapters, _ layout: LayoutOptions = LayoutOptions()
  ) throws -> Fixture {
    try Fixture(
      chapters, contents: "<li><a href='2.xhtml#end'>The second</a></li>", layout: layout,
      layouts: layouts)
  }

  @Test func whatIsLaidOutIsKept() throws {
    #expect(try book().pageCount == 3)
    #expect(layouts.names == ["part 0", "part 1", "part 2", "pagination"])
    #expect(layouts.text(.pagination) == "[1,1,1]")
    #expect(["part 0", "pagination"].allSatisfy { layouts.isLasting(LayoutName($0)!) })
  }

  /// The entries are another book's, which is seen where they are taken and nowhere else.
  @Test func keptChaptersAreNotLaidOutAgain() throws {
    _ = try book(["1": "<p>Eins</p>", "2": "<p>Zwei</p>", "3": "<p>Drei</p>"]).pageCount
    layouts[.part(2)] = nil
    let other = try book()
    #expect(try (0..<3).map { try other.text($0).plain } == ["Eins", "Zwei", "Three"])
  }

  /// Letters are put on the pages once: another copy takes what is kept, as it is.
  @Test func keptTextIsNotPlacedAgain() throws {
    let first = try book()
    #expect(try first.text(1).plain == "Two")
    let name = LayoutName("text 1")!
    let kept = try #require(layouts[name])
    #expect(layouts.isLasting(name))
    #expect(try book().text(1) == first.text(1))
    layouts[name] = kept.replacing(Array("Two".utf8), with: Array("Due".utf8))
    #expect(try book().text(1).plain == "Due")
    let damaged = ["", "[1]\n", "[2,9,1]\n{}", "[-1,0,0]\n", "[9223372036854775807,1,0]\n"]
    for bytes in damaged.map({ Array($0.utf8) }) + [kept.dropLast(3)] {
      layouts[name] = bytes
      #expect(try book().text(1).plain == "Two", "\(bytes)")
    }
  }

  /// A worker does not read the text that it hands on: that is for its host.
  @Test func keptTextIsHandedOnAsItIs() throws {
    let read = try book().text(1)
    let request = PublicationRequest(.text, index: 1)
    #expect(try request.packedAnswer(of: book().publication) == read.packed)
    let name = LayoutName("text 1")!
    let kept = try #require(layouts[name])
    layouts[name] = kept.replacing(Array("Two".utf8), with: [0xFF, 0xFF, 0xFF])
    let handed = try request.packedAnswer(of: book().publication)
    #expect(throws: PackedTextError.self) { _ = try PageText(packed: handed) }
  }

  @Test func keptChaptersLookTheSame() throws {
    let style = "<body style='background: #cde'><h1>One</h1><p>Two <i>three</i></p></body>"
    let first = try book(["1": style])
    let pixels = try first.pixels(0).withPixels { Array($0) }
    let second = try book(["1": style])
    #expect(try second.pixels(0).withPixels { Array($0) } == pixels)
    #expect(try second.text(0) == first.text(0))
  }

  @Test func damagedEntriesAreReplaced() throws {
    _ = try book().pageCount
    let whole = try #require(layouts[.part(0)])
    for damaged in [[], Array("{}\n".utf8), Array(whole.dropLast(9)), Array(whole.dropFirst(3))] {
      layouts[.part(0)] = damaged
      #expect(try book().text(0).plain == "One")
    }
    for wrong in ["[1]", "[1,1,-5]", "[1,1,1,1]", "[1,1,9223372036854775807]", "[1,", ""] {
      layouts[.pagination] = Array(wrong.utf8)
      #expect(try book().pageCount == 3, "\(wrong)")
    }
  }

  @Test func theOutlineIsKept() throws {
    let outline = try (book().publication as? any OutlinedPublication)?.outline()
    #expect(outline?.first?.title == "The second")
    // Without a place to look at.
    for index in 0..<3 { layouts[.part(index)] = Array("{}".utf8) }
    #expect(try (book().publication as? any OutlinedPublication)?.outline() == outline)
  }

  @Test func anExcerptAndTheWholeBookShareChapters() throws {
    let excerpt = try book(Self.chapters, LayoutOptions(excerpt: "book/2.xhtml"))
    #expect(excerpt.pageCount == 2)
    #expect(layouts.names.isSuperset(of: ["part 1", "part 2", "excerpt"]))
    #expect(!layouts.names.contains("pagination"))
    // The pages of an excerpt depend on its beginning.
    #expect(!layouts.isLasting(LayoutName("excerpt")!))
    #expect(try book().pageCount == 3)
  }

  /// Two copies, of which one is at the last chapter when the other one is at the first.
  @Test func aCopyThatHelpsBeginsAtTheEnd() throws {
    let first = try #require(try book().publication as? any PaginatingPublication)
    let helping = try #require(try book().publication as? any PaginatingPublication)
    try helping.paginate(seconds: 0, isHelping: true)
    #expect(layouts.names == ["part 2"])
    try first.paginate(seconds: 0, isHelping: false)
    #expect(layouts.names == ["part 0", "part 2"])
    try helping.paginate(seconds: 0, isHelping: true)
    #expect(!first.isPaginated && !helping.isPaginated)
    while !helping.isPaginated { try helping.paginate(seconds: 0, isHelping: true) }
    while !first.isPaginated { try first.paginate(seconds: 0, isHelping: false) }
    #expect(first.pageCount == 3 && helping.pageCount == 3)
  }
}
