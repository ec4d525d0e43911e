import RectoMarkup
import RectoPageModel

/// FictionBook 2: a book in one XML file, with its pictures in base 64.
enum FictionBook {
  /// True where a file that begins with these bytes is one.
  static func isPresent(in head: [UInt8]) -> Bool {
    XMLProlog.firstElement(in: head) == "FictionBook"
  }

  /// The book as files of an EPUB. One that is not well-formed is read as far as it can be, with a
  /// warning.
  ///
  /// Throws `damaged` if the file has no text, `unsupported` if it declares entities, and `limit`.
  static func files(_ bytes: FileBytes) throws(PageError) -> (MemoryFiles, warning: String?) {
    do throws(PageError) {
      let document: XMLDocument
      var problem: PageError?
      do throws(PageError) {
        document = try XMLDocument(bytes, as: .xml)
      } catch {
        guard error.code == .damaged else { throw error }
        document = try XMLDocument(bytes, as: .damagedXML)
        problem = error
      }
      return try document.withRoot { root throws(PageError) in
        guard root.name == "FictionBook" else {
          throw PageError(.damaged, "its root is not FictionBook")
        }
        // A damaged file that is cut before its first word has nothing worth a page.
        let hasText = root.children(named: "body").contains { !$0.text.trimmed.isEmpty }
        if let problem, !hasText { throw problem }
        let warning = problem.map {
          "the FictionBook is damaged, and text may be missing: \($0.message)"
        }
        return (try book(root).files, warning)
      }
    } catch {
      throw PageError(error.code, "the FictionBook is not read: \(error.message)")
    }
  }

  private static func book(_ root: XMLElement) throws(PageError) -> ConvertedBook {
    var book = ConvertedBook()
    let pictures = FictionBookPictures(root.children(named: "binary"))
    book.resources = pictures.resources
    book.style = style
    if let description = root.child("description") { describe(&book, description) }
    let title = root.child("description")?.child("title-info")
    var writer = FictionBookWriter(pictures: pictures)
    if let name = title?.child("coverpage")?.child("image").flatMap(pictures.name) {
      book.cover = name
      writer.writeCover(name)
    }
    for (number, body) in root.children(named: "body").enumerated() {
      // Notes have a name, such as "notes" or "comments"; a second volume has none.
      if number > 0, body.attribute("name")?.trimmed.isEmpty == false {
        writer.writeNotes(body)
      } else {
        writer.write(body)
      }
    }
    book.documents = writer.documents
    book.headings = writer.headings
    guard !book.documents.isEmpty else { throw PageError(.damaged, "it has no text") }
    return book
  }

  private static func describe(_ book: inout ConvertedBook, _ description: XMLElement) {
    let title = description.child("title-info")
    let publication = description.child("publish-info")
    func words(_ element: XMLElement?) -> String? {
      element.map(\.text.collapsed).flatMap { $0.isEmpty ? nil : $0 }
    }
    book.title = words(title?.child("book-title")) ?? ""
    book.language = words(title?.child("lang")) ?? ""
    book.authors = (title?.children(named: "author") ?? []).compactMap { author in
      let names = ["first-name", "middle-name", "last-name"].compactMap { words(author.child($0)) }
      return names.isEmpty ? words(author.child("nickname")) : names.joined(separator: " ")
    }
    book.description = title?.child("annotation")?.spacedText().collapsed
    book.subjects =
      words(title?.child("keywords"))?.split { $0 == "," || $0 == ";" }.map { String($0).trimmed }
      .filter { !$0.isEmpty } ?? []
    book.publisher = words(publication?.child("publisher"))
    book.date = words(publication?.child("year")) ?? words(title?.child("date"))
    book.identifier =
      words(publication?.child("isbn")) ?? words(description.child("document-info")?.child("id"))
      ?? book.identifier
  }

  private static let style = """
    h1, h2, h3, h4, h5, h6 { text-align: center; break-after: avoid }
    p { margin: 0; text-indent: 1.5em; text-align: justify }
    h1 + p, h2 + p, h3 + p, .image, .subtitle, .author, .empty { text-indent: 0 }
    .subtitle { text-align: center; font-weight: bold; margin: 1em 0 }
    .image { text-align: center; margin: 1em 0 }
    .epigraph { margin: 1em 0 1em 40%; font-style: italic }
    .author { text-align: right; font-style: italic }
    .poem { margin: 1em 2em } .stanza { margin: 0 0 1em } .verse { text-indent: 0 }
    table { border-collapse: collapse; margin: 1em auto } td, th { padding: 0.2em 0.5em }
    """
}
