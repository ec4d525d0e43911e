import RectoMarkup
import RectoPageModel

/// Writes the bodies of a FictionBook as documents of XHTML, a section of the first level each.
struct FictionBookWriter {
  private enum Piece {
    case markup(String)
    /// An address that leads to an id, in whichever document that is.
    case address(id: String)
  }

  private let pictures: FictionBookPictures
  private var written: [(name: String, pieces: [Piece])] = []
  private var pieces: [Piece] = []
  /// The document of each id.
  private var places: [String: String] = [:]
  private(set) var headings: [ConvertedBook.Heading] = []
  /// The number of titles that have been given an id.
  private var namedTitles = 0
  /// False within notes.
  private var areTitlesListed = true

  init(pictures: FictionBookPictures) {
    self.pictures = pictures
  }

  /// With their addresses filled in: one that leads to nothing leads to its own document.
  var documents: [ConvertedBook.Document] {
    written.map { name, pieces in
      let body = pieces.map { piece in
        switch piece {
        case .markup(let text): text
        case .address(let id): escapeMarkup(places[id].map { "\($0)#\(id)" } ?? name)
        }
      }
      return ConvertedBook.Document(name: name, body: body.joined())
    }
  }

  private var currentName: String { "text\(written.count + 1).xhtml" }

  mutating func writeCover(_ picture: String) {
    add("<p class=\"image\"><img src=\"\(escapeMarkup(picture))\" alt=\"\"/></p>")
    endDocument()
  }

  /// Content before the first section belongs to that section.
  mutating func write(_ body: XMLElement) {
    for child in body.children {
      if child.name == "section" {
        writeSection(child, level: 1)
        endDocument()
      } else {
        writeBlock(child, level: 1)
      }
    }
    endDocument()
  }

  /// Notes and the like are one document and one entry of the contents, since the titles of notes are
  /// their numbers.
  mutating func writeNotes(_ body: XMLElement) {
    for child in body.children {
      areTitlesListed = child.name == "title"
      writeBlock(child, level: 1)
    }
    areTitlesListed = true
    endDocument()
  }

  private mutating func endDocument() {
    guard !pieces.isEmpty else { return }
    written.append((currentName, pieces))
    pieces = []
  }

  private mutating func add(_ markup: String) { pieces.append(.markup(markup)) }

  // MARK: Blocks

  private mutating func writeSection(_ section: XMLElement, level: Int) {
    add("<section\(id(of: section))>")
    for child in section.children {
      if child.name == "section" {
        writeSection(child, level: level + 1)
      } else {
        writeBlock(child, level: level)
      }
    }
    add("</section>")
  }

  private mutating func writeBlock(_ block: XMLElement, level: Int) {
    switch block.name {
    case "section": writeSection(block, level: level)
    case "title": writeTitle(block, level: level)
    case "p": write(block, as: "p")
    case "subtitle": write(block, as: "p", kind: "subtitle")
    case "text-author", "date": write(block, as: "p", kind: "author")
    case "v": write(block, as: "p", kind: "verse")
    case "empty-line": add("<p class=\"empty\">\u{A0}</p>")
    case "image":
      add("<p class=\"image\">")
      writeImage(block)
      add("</p>")
    case "table": writeTable(block)
    case "epigraph", "cite", "poem", "stanza", "annotation":
      add("<div class=\"\(block.name)\"\(id(of: block))>")
      for child in block.children { writeBlock(child, level: min(level + 1, 6)) }
      add("</div>")
    // Elements that the schema lacks keep their text.
    default: write(block, as: "div")
    }
  }

  /// Its paragraphs are lines of one heading, a small one where it is not listed.
  private mutating func writeTitle(_ title: XMLElement, level: Int) {
    let name = "h\(areTitlesListed ? min(level, 6) : 6)"
    let own = title.attribute("id")
    if own == nil { namedTitles += 1 }
    let id = own ?? "heading\(namedTitles)"
    if own == nil { places[id] = currentName }
    let text = title.children.map(\.text.collapsed).filter { !$0.isEmpty }.joined(separator: " ")
    if areTitlesListed, !text.isEmpty, headings.count < BookLimits.entries {
      headings.append(
        ConvertedBook.Heading(title: text, level: level, target: "\(currentName)#\(id)"))
    }
    add("<\(name)\(own == nil ? " id=\"\(id)\"" : self.id(of: title))>")
    for (number, line) in title.children.filter({ $0.name == "p" }).enumerated() {
      if number > 0 { add("<br/>") }
      writeContent(line)
    }
    add("</\(name)>")
  }

  private mutating func writeTable(_ table: XMLElement) {
    add("<table\(id(of: table))>")
    for row in table.children(named: "tr") {
      add("<tr>")
      for cell in row.children where cell.name == "td" || cell.name == "th" {
        let spans = ["colspan", "rowspan"].compactMap { name in
          cell.attribute(name).flatMap { Int($0) }.map { " \(name)=\"\(min(max($0, 1), 1000))\"" }
        }
        write(cell, as: cell.name, attributes: spans.joined())
      }
      add("</tr>")
    }
    add("</table>")
  }

  private mutating func write(
    _ element: XMLElement, as name: String, kind: String? = nil, attributes: String = ""
  ) {
    add("<\(name)\(kind.map { " class=\"\($0)\"" } ?? "")\(id(of: element))\(attributes)>")
    writeContent(element)
    add("</\(name)>")
  }

  // MARK: Text

  private static let inline = [
    "strong": "strong", "emphasis": "em", "strikethrough": "s", "sub": "sub", "sup": "sup",
    "code": "code", "style": "span",
  ]

  private mutating func writeContent(_ element: XMLElement) {
    for part in element.content {
      switch part {
      case .text(let text): add(escapeMarkup(text))
      case .element(let child): writeInline(child)
      }
    }
  }

  private mutating func writeInline(_ element: XMLElement) {
    switch element.name {
    case "image": writeImage(element)
    case "a": writeLink(element)
    default: write(element, as: Self.inline[element.name] ?? "span")
    }
  }

  private mutating func writeLink(_ link: XMLElement) {
    let href = link.attribute("href") ?? ""
    add("<a\(link.attribute("type") == "note" ? " epub:type=\"noteref\"" : "") href=\"")
    if href.hasPrefix("#") {
      pieces.append(.address(id: String(href.dropFirst())))
    } else {
      add(escapeMarkup(href))
    }
    add("\">")
    writeContent(link)
    add("</a>")
  }

  private mutating func writeImage(_ image: XMLElement) {
    guard let name = pictures.name(of: image) else { return }
    let words = image.attribute("alt") ?? image.attribute("title") ?? ""
    add(
      "<img src=\"\(escapeMarkup(name))\" alt=\"\(escapeMarkup(words))\"\(id(of: image))/>")
  }

  /// Notes where the id is, unless another element had it before.
  private mutating func id(of element: XMLElement) -> String {
    guard let id = element.attribute("id"), !id.isEmpty, places[id] == nil else { return "" }
    places[id] = currentName
    return " id=\"\(escapeMarkup(id))\""
  }
}
