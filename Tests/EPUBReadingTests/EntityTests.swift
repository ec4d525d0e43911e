import RectoEPUBReading
import RectoPageModel
import Testing

/// Entities in the documents of a book's package.
@Suite struct EntityTests {
  private static let doctype = """
    <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
    """

  /// A book whose navigation begins with a document type.
  private func book(_ type: String, label: String) -> HandMadeBook {
    var made = HandMadeBook()
    made.addNavigation("<li><a href=\"c1.xhtml\">\(label)</a></li>")
    made.files["OPS/nav.xhtml"] = Array(type.utf8) + (made.files["OPS/nav.xhtml"] ?? [])
    return made
  }

  @Test func namedCharactersOfXHTMLAreRead() throws {
    let made = book(
      Self.doctype, label: "Caf&eacute;&nbsp;&mdash; <b title='&amp;'>End</b>&nosuch;")
    let book = try made.book()
    #expect(book.contents.map(\.label) == ["Café\u{A0}— End"])
    #expect(book.warnings == [])
  }

  @Test func namedCharactersOfAttributesStayInThem() throws {
    let made = book(
      Self.doctype,
      label: "<b title='Th&eacute; &mdash; 3'>Menu</b> <img src='' alt='Caf&eacute;'/>")
    #expect(try made.book().contents.map(\.label) == ["Menu Café"])
  }

  @Test func charactersThatADocumentNamesItselfAreRead() throws {
    let type = "<!DOCTYPE html [<!ENTITY nbsp \"&#160;\"><!ENTITY eacute 'é'>]>"
    let book = try book(type, label: "Caf&eacute;&nbsp;<img src='' alt='&eacute;'/>").book()
    #expect(book.contents.map(\.label) == ["Café\u{A0} é"])
    #expect(book.warnings == [])
  }

  @Test(arguments: [
    "<!ENTITY a SYSTEM 'c1.xhtml'>", "<!ENTITY % a 'b'>", "<!ENTITY a 'x'><!ENTITY b '&a;&a;'>",
    "<!ENTITY a '<i/>'>", "<!ENTITY a '&#60;'>",
    "<!ENTITY a '\(String(repeating: "x", count: 65))'>",
    (0...512).map { "<!ENTITY a\($0) 'x'>" }.joined(),
  ])
  func otherEntitiesAreRefused(declarations: String) throws {
    var made = HandMadeBook()
    made.container = "<!DOCTYPE container [\(declarations)]>" + made.container
    #expect(made.refusal()?.message == "META-INF/container.xml: it declares entities")
  }
}
