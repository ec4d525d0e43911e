import Foundation
import RectoEPUBReading
import RectoPageModel
import Testing

/// FictionBook 2, read as the EPUB that it could have been.
@Suite struct FictionBookTests {
  private static let namespaces =
    #"xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink""#

  private static let picture = Data([0x89, 0x50, 0x4E, 0x47]).base64EncodedString()

  private static let book = """
    <?xml version="1.0" encoding="UTF-8"?>
    <FictionBook \(namespaces)><description><title-info>
    <author><first-name>Mara</first-name><last-name>Hale</last-name></author>
    <book-title>Quay</book-title><lang>en</lang>
    <coverpage><image l:href="#cover.png"/></coverpage></title-info>
    <publish-info><publisher>Tide</publisher><year>2025</year></publish-info></description>
    <body><title><p>Quay</p></title>
    <section id="one"><title><p>The</p><p>Harbor</p></title>
    <p>The <strong>lamp</strong> &amp; the <emphasis>boat</emphasis><a l:href="#n1" type="note">1</a>.</p>
    <section><title><p>Night</p></title><p>Dark.</p><image l:href="#cover.png"/></section></section>
    <section><title><p>The Sea</p></title><poem><stanza><v>Tide in,</v><v>tide out.</v></stanza></poem>
    <table><tr><th colspan="2">Times</th></tr><tr><td>6</td><td>18</td></tr></table>
    <p><a l:href="#one">back</a> <a l:href="https://tide.example/?a=1&amp;b=2">out</a></p></section>
    </body>
    <body name="notes"><section id="n1"><p>A small one.</p></section></body>
    <binary id="cover.png" content-type="image/png">
    \(picture)
    </binary></FictionBook>
    """

  private func open(_ text: String, encoding: String.Encoding = .utf8) throws -> OpenBook {
    let bytes = [UInt8](try #require(text.data(using: encoding)))
    return try OpenBook(Source(path: "a.fb2", content: .file(FileBytes(bytes))))
  }

  private func document(_ index: Int, of open: OpenBook) throws -> String {
    let bytes = try open.content(of: open.book.spine[index].path)
    return bytes.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aBookHasItsFactsAndItsContents() throws {
    let open = try open(Self.book)
    #expect(open.format == "FictionBook 2")
    let metadata = open.book.metadata.common
    #expect(metadata.title == "Quay" && metadata.author == "Mara Hale")
    #expect(metadata.language == "en")
    #expect(open.book.metadata.publishers.map(\.value) == ["Tide"])
    #expect(open.book.warnings == [])
    // The cover, two chapters, the notes; the title before the chapters goes with the first.
    #expect(open.book.spine.count == 4)
    let cover = try #require(open.book.coverImage)
    #expect(try open.content(of: cover).prefix(4) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test(arguments: ["", "=", "====", "\n==\n===="])
  func picturesMayHaveAnyPadding(padding: String) throws {
    let digits = Self.picture.replacingOccurrences(of: "=", with: "")
    let book = Self.book.replacingOccurrences(of: Self.picture, with: digits + padding)
    let open = try open(book)
    let cover = try #require(open.book.coverImage)
    #expect(try open.content(of: cover).prefix(5) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func headingsAreAContentsOfTwoLevels() throws {
    let contents = try open(Self.book).book.contents
    #expect(contents.map(\.label) == ["Quay", "The Harbor", "The Sea"])
    #expect(contents[1].children.map(\.label) == ["Night"])
  }

  @Test func notesAreOneEntryOfTheContents() throws {
    let notes = (1...40).map {
      "<section id=\"n\($0)\"><title><p>\($0)</p></title><p>Small.</p></section>"
    }
    let text = """
      <FictionBook \(Self.namespaces)><body><section><title><p>One</p></title><p>A</p></section></body>
      <body><section><title><p>Two</p></title><p>B</p></section></body>
      <body name="notes"><title><p>Notes</p></title>\(notes.joined())</body>
      <body name="comments"><title><p>Comments</p></title><section><p>C</p></section></body>
      </FictionBook>
      """
    let open = try open(text)
    #expect(open.book.contents.map(\.label) == ["One", "Two", "Notes", "Comments"])
    #expect(open.book.contents.flatMap(\.children).isEmpty)
    let document = try document(2, of: open)
    #expect(document.contains("<section id=\"n7\"><h6 id="))
    let names = (0..<4).map { (try? self.document($0, of: open)) ?? "" }.joined()
      .matches(of: /id="(heading\d+)"/).map(\.output.1)
    #expect(names.count == 44 && Set(names).count == 44)
  }

  @Test func theAnnotationAndTheKeywordsAreMetadata() throws {
    let text = Self.book.replacing(
      "<book-title>",
      with: """
        <annotation><p>A <style name="x">quiet</style> book.</p><p>For &lt;i&gt; all.</p></annotation>
        <keywords>sea, lamps; boats,</keywords><book-title>
        """)
    let metadata = try open(text).book.metadata
    #expect(metadata.descriptions.map(\.value) == ["A quiet book. For all."])
    #expect(metadata.subjects.map(\.value) == ["sea", "lamps", "boats"])
  }

  @Test func markupIsKept() throws {
    let open = try open(Self.book)
    let chapter = try document(1, of: open)
    for markup in [
      "<strong>lamp</strong> &amp; the <em>boat</em>", "The<br/>Harbor",
      "<img src=\"picture1.png\"",
      "<a epub:type=\"noteref\" href=\"text4.xhtml#n1\">1</a>",
    ] { #expect(chapter.contains(markup), "\(markup): \(chapter)") }
    let second = try document(2, of: open)
    for markup in [
      "<p class=\"verse\">Tide in,</p>", "<th colspan=\"2\">Times</th>", "href=\"text2.xhtml#one\"",
      "href=\"https://tide.example/?a=1&amp;b=2\"",
    ] { #expect(second.contains(markup), "\(markup): \(second)") }
    #expect(try document(3, of: open).contains("<section id=\"n1\"><p>A small one.</p></section>"))
  }

  @Test func aBookInAnOlderEncodingIsRead() throws {
    let text = """
      <?xml version="1.0" encoding="windows-1251"?><FictionBook \(Self.namespaces)>
      <body><section><p>Море приходит</p></section></body></FictionBook>
      """
    let open = try open(text, encoding: .windowsCP1251)
    #expect(try document(0, of: open).contains("Море приходит"))
  }

  /// A scan of a map or a cover for print.
  @Test func aBookWithALargePictureIsRead() throws {
    let line = String(repeating: "QUJD", count: 19) + "\r\n"
    let large = String(repeating: line, count: 150_000)
    let text = Self.book.replacing(
      "<binary", with: "<binary id=\"map.png\" content-type=\"image/png\">\(large)</binary><binary")
    let open = try open(text)
    let pictures = open.book.manifest.filter { $0.mediaType == "image/png" }.compactMap(\.path)
    #expect(try pictures.map { try open.content(of: $0).count } == [57 * 150_000, 4])
    // The size of expanded entities has no limit in such a large document.
    let declaring = text.replacing(
      "<FictionBook", with: "<!DOCTYPE x [<!ENTITY a \"b\">]><FictionBook")
    #expect(throws: PageError.self) { try self.open(declaring) }
  }

  private static let bomb =
    (1..<12).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined()

  @Test(arguments: [
    "<FictionBook>", "<FictionBook/>", "<FictionBook><body/></FictionBook>",
    "<FictionBook><body><section>",
    "<FictionBook \(namespaces)><binary id=\"a\">%%%</binary></FictionBook>",
    "<!DOCTYPE x [<!ENTITY a0 \"x\">\(bomb)]><FictionBook><body><p>&a11;</p></body></FictionBook>",
    "<!DOCTYPE x [<!ENTITY x SYSTEM \"/etc/passwd\">]><FictionBook><body>&x;</body></FictionBook>",
  ])
  func aBadBookIsRefusedInASentence(text: String) throws {
    let error = try #require(throws: PageError.self) { try open(text) }
    #expect([.damaged, .unsupported, .limit].contains(error.code))
    #expect(error.message.hasPrefix("the FictionBook is not read: "), "\(error.message)")
  }

  /// An entity without a declaration, a sign that is not escaped, and an end that is missing.
  @Test(arguments: [
    "<p>Quay &version; of</p></section></body></FictionBook>",
    "<p>Quay & of</p></section></body></FictionBook>", "<p>Quay of",
    "<p>Quay</p>\(String(repeating: "<section>", count: 5000))",
  ])
  func aDamagedBookIsReadAsFarAsItCanBe(text: String) throws {
    let open = try open("<FictionBook \(Self.namespaces)><body><section><p>The</p>\(text)")
    let document = try document(0, of: open)
    #expect(document.contains("The") && document.contains("Quay"))
    #expect(open.book.warnings.map(\.code) == ["damaged-container"])
    let message = try #require(open.book.warnings.first?.message)
    #expect(message.contains("not well-formed at line 1"), "\(message)")
  }

  @Test func aBookWithOddPartsKeepsItsText() throws {
    let text = """
      <FictionBook \(Self.namespaces)><body><p>Loose</p><unknown><p>inside</p></unknown>
      <section><p id="a">A<a l:href="#nowhere">link</a><image l:href="#none"/></p><p id="a">B</p>
      </section></body></FictionBook>
      """
    let open = try open(text)
    let chapter = try document(0, of: open)
    for words in ["Loose", "inside", ">link</a>", "B"] { #expect(chapter.contains(words)) }
    #expect(chapter.components(separatedBy: "id=\"a\"").count == 2)
  }
}
