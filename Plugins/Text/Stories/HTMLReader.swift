import RectoMarkup
import RectoPageModel
import RectoTypesetting

/// Makes blocks of the HTML in a Markdown document, with all text but that of elements that
/// `HTMLElements` leaves out.
struct HTMLReader {
  /// The maximum depth of elements; libxml2 reads none that nest deeper.
  private static let maximumDepth = 250

  private let story: MarkdownReader
  private let line: Int
  /// True inside a cell, which has paragraphs and nothing else.
  private let isCell: Bool
  private var depth = 0
  private var paragraph: OpenParagraph?
  /// The elements inside a line that are open, also where a block begins inside them.
  private var openTags: [HTMLTag] = []
  /// The level of the open heading.
  private var level: Int?
  /// The name of the next paragraph for links.
  private var anchor: String?
  /// The next number of the open list; nil for bullets.
  private var number: Int?
  private var isInList = false

  private struct OpenParagraph {
    var inlines: InlineReader
    let block: BlockContext
    let style: ResolvedStyle
    let level: Int?
    let anchor: String?
  }

  init(_ story: MarkdownReader, line: Int, isCell: Bool = false) {
    self.story = story
    self.line = line
    self.isCell = isCell
  }

  mutating func read(_ html: String, _ block: BlockContext) {
    guard let document = try? XMLDocument(FileBytes(Array(html.utf8)), as: .html) else { return }
    try? document.withRoot { read(.element($0), block) }
    endParagraph()
  }

  private mutating func read(_ content: [XMLContent], _ block: BlockContext) {
    for part in content { read(part, block) }
  }

  private mutating func read(_ part: XMLContent, _ block: BlockContext) {
    switch part {
    case .text(let text):
      if paragraph == nil, text.unicodeScalars.allSatisfy(HTMLElements.isSpace) { return }
      withInlines(block) { $0.append(html: text) }
    case .element(let element):
      depth += 1
      defer { depth -= 1 }
      if depth == Self.maximumDepth {
        story.context.report(
          .ignoredMarkup, line: line,
          "HTML nests deeper than \(Self.maximumDepth): deeper content is left out")
      }
      read(element, HTMLTag(element), block)
    }
  }

  private mutating func read(_ element: XMLElement, _ tag: HTMLTag, _ block: BlockContext) {
    switch tag.name {
    case HTMLElements.unseen: break
    case HTMLElements.leftOut: story.reportHTML(tag.name, line: line)
    case "br", "img": withInlines(block) { $0.take(tag) }
    case "td", "th":
      paragraph?.inlines.awaitSpace()
      read(element.content, block)
    case HTMLElements.blocks:
      endParagraph()
      anchor = tag.attributes["id"].flatMap { BlockAttributes.isName($0) ? $0 : nil } ?? anchor
      let known = tag.classes.filter(story.context.hasStyle)
      readBlock(element, tag, block.adding(known).entering(tag))
      endParagraph()
    default: readInline(element, tag, block)
    }
  }

  private mutating func readBlock(_ element: XMLElement, _ tag: HTMLTag, _ block: BlockContext) {
    let isShallow = block.depth < MarkdownReader.maximumDepth
    switch tag.name {
    case "hr": if !isCell { story.readRule(block) }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let outer = level
      level = tag.name.last?.wholeNumberValue
      read(element.content, block)
      endParagraph()
      level = outer
    case "blockquote" where isShallow:
      read(element.content, block.entering(story.context.styles.block("quote"), "quote"))
    case "ul", "ol", "menu", "dir":
      let outer = (number, isInList)
      number = tag.name == "ol" ? tag.attributes["start"].flatMap { Int($0) } ?? 1 : nil
      isInList = isShallow
      if isShallow {
        story.readItems(in: block, isTight: true) { inner in
          read(element.content, inner)
          endParagraph()
        }
      } else {
        read(element.content, block)
      }
      (number, isInList) = outer
    case "li": readItem(element, block)
    case "pre": readCode(element, block)
    case "table" where !isCell: readTable(element, block)
    default: read(element.content, block)
    }
  }

  private mutating func readItem(_ element: XMLElement, _ block: BlockContext) {
    guard isInList else { return read(element.content, block) }
    let first = story.result.story.items.count
    let outer = number
    read(element.content, block)
    endParagraph()
    number = outer
    guard story.result.story.items.count > first else { return }
    story.mark(item: first, with: number.map { "\($0)." } ?? story.bullet(in: block), block)
    number = number.map { $0 &+ 1 }
  }

  private mutating func readCode(_ element: XMLElement, _ block: BlockContext) {
    let code = element.text { $0.name == "br" ? "\n" : nil }
    let language = element.child("code")?.attribute("class").flatMap { classes in
      classes.split(separator: " ").first { $0.hasPrefix("language-") }?.dropFirst(9)
    }
    story.addCode(
      String(code.first?.isNewline == true ? code.dropFirst() : code[...]),
      language: language.map(String.init), block)
  }

  private mutating func readInline(_ element: XMLElement, _ tag: HTMLTag, _ block: BlockContext) {
    openTags.append(tag)
    paragraph?.inlines.take(tag)
    read(element.content, block)
    openTags.removeLast()
    paragraph?.inlines.take(HTMLTag(tag.name, isClosing: true))
  }

  // MARK: Paragraphs

  /// Lends the reader of the open paragraph, or of a new one.
  private mutating func withInlines(_ block: BlockContext, _ body: (inout InlineReader) -> Void) {
    var open = paragraph ?? beginParagraph(block)
    body(&open.inlines)
    paragraph = open
  }

  private mutating func beginParagraph(_ block: BlockContext) -> OpenParagraph {
    let heading = isCell ? nil : level
    let style = heading.map { story.headingStyle($0, block) } ?? story.nextStyle(block)
    var inlines = InlineReader(
      story.context, style: style.character, line: line, notePrefix: "\(story.context.name)#")
    for tag in openTags { inlines.take(tag) }
    if isCell, level != nil { inlines.take(HTMLTag("strong")) }
    defer { anchor = nil }
    return OpenParagraph(
      inlines: inlines, block: block, style: style, level: heading, anchor: anchor)
  }

  private mutating func endParagraph() {
    guard var ended = paragraph else { return }
    paragraph = nil
    ended.inlines.finish()
    let text = story.text(of: ended.inlines)
    if let level = ended.level {
      story.addHeading(text, level: level, ended.style, anchor: ended.anchor)
    } else if !isCell, let picture = text.lonePicture {
      let alt = story.result.pictures[picture.name]?.alt ?? ""
      story.addPicture(picture.name, size: picture.size, caption: alt, ended.block)
    } else {
      story.addParagraph(text, ended.style, anchor: ended.anchor)
    }
  }

  // MARK: Tables

  private mutating func readTable(_ element: XMLElement, _ block: BlockContext) {
    let table = HTMLTable(element)
    // Browsers show content beside the rows before them.
    read(table.others, block)
    endParagraph()
    guard let grid = table.grid else {
      for row in table.rows { read(.element(row), block) }
      return
    }
    var inner = BlockContext(direction: block.direction)
    inner.language = block.language
    let rows = grid.map { row in row.map { $0.map { cell($0, inner) } ?? Table.Cell([]) } }
    guard rows.joined().contains(where: { !$0.paragraphs.isEmpty }) else { return }
    let headerRows = grid.prefix { $0.allSatisfy { $0?.name == "th" } }.count
    story.addTable(rows, headerRows: headerRows, block)
  }

  private func cell(_ element: XMLElement, _ block: BlockContext) -> Table.Cell {
    let tag = HTMLTag(element)
    var block = block.entering(tag)
    block.name = tag.name == "th" ? "table-header" : "table-cell"
    let read = story.paragraphs {
      var reader = HTMLReader(story, line: line, isCell: true)
      reader.read(element.content, block)
      reader.endParagraph()
    }
    return Table.Cell(read.paragraphs)
  }
}

extension HTMLTag {
  /// The attributes that stories have a use for.
  private static let read = [
    "align", "alt", "class", "colspan", "dir", "href", "id", "lang", "name", "rowspan", "src",
    "start",
    "width",
  ]

  init(_ element: XMLElement) {
    var attributes: [String: String] = [:]
    for name in Self.read { attributes[name] = element.attribute(name) }
    self.init(element.name, attributes: attributes)
  }
}

extension AttributedText {
  /// The picture that is all of the text, without a link.
  fileprivate var lonePicture: (name: String, size: Size)? {
    guard units.count == 1, let run = runs.first, run.style.link == nil,
      let attachment = run.attachment, case .named(let name) = attachment.content
    else { return nil }
    return (name, Size(width: attachment.width, height: attachment.ascent))
  }
}

/// Makes a set of names a pattern.
extension Set<String> {
  fileprivate static func ~= (set: Set<String>, name: String) -> Bool { set.contains(name) }
}
