import RectoPageModel
import RectoTypesetting

/// Makes a story of a Markdown document: its blocks. `InlineReader` reads their content.
final class MarkdownReader {
  /// The maximum depth of lists and quotes; the text of deeper ones is left out.
  static let maximumDepth = 32

  private(set) var context: StoryContext
  private(set) var result = ReadStory()
  private var anchors = Anchors()
  /// Names for links that stand before the next paragraph.
  private var waitingPlaces: [String] = []
  private var hasReportedHTML = false
  /// True if the next paragraph follows a heading or begins the story.
  private var isFirst = true
  private var noteCount = 0

  init(_ context: StoryContext) { self.context = context }

  /// Reads the whole document, after the title of a front matter; once for each reader.
  func read(_ document: borrowing MarkdownDocument, title: FrontMatter?) -> ReadStory {
    document.withRoot { root in
      readBlocks(root, BlockContext(direction: context.direction))
    }
    if let title { show(title) }
    return result
  }

  /// Puts title, subtitle and byline above the story. A first heading that repeats the title stands
  /// in for it.
  private func show(_ matter: FrontMatter) {
    var lines = [
      ("title", matter.title), ("subtitle", matter.subtitle), ("byline", matter.author),
    ]
    var place = 0
    if let first = result.headings.first, first.item == 0, matter.title.map(first.says) ?? true {
      lines.removeFirst()
      place = 1
    }
    for (name, text) in lines {
      guard let text, !text.isEmpty else { continue }
      let style = BlockContext(direction: context.direction).style(name, context.styles)
      let paragraph = Paragraph(
        AttributedText(text, style: style.character), style: style.paragraph)
      insert(.paragraph(paragraph), at: place)
      place += 1
    }
    // A heading below the title begins no page.
    if let first = result.headings.first, first.item == place {
      update(paragraphAt: place) { $0.style.breakBefore = .auto }
    }
  }

  func add(_ item: Story.Item) { result.story.items.append(item) }

  func insert(_ item: Story.Item, at index: Int) {
    result.story.items.insert(item, at: index)
    for heading in result.headings.indices where result.headings[heading].item >= index {
      result.headings[heading].item += 1
    }
    result.codeLanguages = Dictionary(
      uniqueKeysWithValues: result.codeLanguages.map { ($0 >= index ? $0 + 1 : $0, $1) })
  }

  /// Changes the item at `index` where it is a paragraph.
  func update(paragraphAt index: Int, _ change: (inout Paragraph) -> Void) {
    guard case .paragraph(var paragraph) = result.story.items[index] else { return }
    change(&paragraph)
    result.story.items[index] = .paragraph(paragraph)
  }

  /// The blocks below `parent`. Divisions of styles reach from one of them to another.
  func readBlocks(_ parent: MarkdownNode, _ outer: BlockContext) {
    guard outer.depth <= Self.maximumDepth else {
      context.report(
        .ignoredMarkup, line: parent.line,
        "lists and quotes nest deeper than \(Self.maximumDepth): deeper content is left out")
      return
    }
    var divisions: [BlockContext] = [outer]
    /// Blocks of HTML that follow one another, which an empty line inside an element parts.
    var html = HTMLBlocks()
    func endHTML() {
      guard !html.text.isEmpty else { return }
      let inner = divisions[divisions.count - 1]
      read(html, inner)
      // Their ends may be blocks of their own.
      for _ in 0..<max(0, min(html.openDivisions, 100 - divisions.count)) {
        divisions.append(inner)
      }
      divisions.removeLast(min(max(0, -html.openDivisions), divisions.count - 1))
      html = HTMLBlocks()
    }
    for node in parent.children {
      let inner = divisions[divisions.count - 1]
      if html.add(node) { continue }
      endHTML()
      if let division = division(node, inner) {
        switch division {
        case .begin(let context): if divisions.count < 100 { divisions.append(context) }
        case .end: if divisions.count > 1 { divisions.removeLast() }
        }
      } else {
        read(node, inner)
      }
    }
    endHTML()
  }

  private func read(_ node: MarkdownNode, _ block: BlockContext) {
    switch node.kind {
    case .paragraph: readParagraph(node, block)
    case .heading(let level): readHeading(node, level: level, block)
    case .quote: readBlocks(node, block.entering(context.styles.block("quote"), "quote"))
    case .list: readList(node, block)
    case .codeBlock: readCode(node, block)
    case .rule: readRule(block)
    case .table: readTable(node, block)
    case .footnote: readNote(node)
    case .html: readHTML(node, block)
    default: break
    }
  }

  func known(_ classes: [String], line: Int) -> [String] {
    classes.filter { context.knowsStyle($0, line: line) }
  }

  // MARK: HTML

  /// CommonMark (4.6) takes a line that begins with a comment as raw HTML. The text after the comment
  /// is read as Markdown of its own, so that none is lost.
  private func readHTML(_ node: MarkdownNode, _ block: BlockContext) {
    let literal = node.literal
    guard let rest = HTMLComments.rest(of: literal) else {
      return context.report(
        .ignoredMarkup, line: node.line, "the comment has no end: the text after it is left out")
    }
    guard !rest.isEmpty,
      let document = try? MarkdownDocument(
        rest, hasSmartPunctuation: context.hasSmartPunctuation, language: context.language,
        name: context.name)
    else { return }
    let outer = context
    context.lineOffset += node.line - 1 + literal[..<rest.startIndex].count { $0.isNewline }
    defer { context = outer }
    document.withRoot { readBlocks($0, block) }
  }

  private func read(_ html: HTMLBlocks, _ block: BlockContext) {
    var reader = HTMLReader(self, line: html.line)
    reader.read(html.text, block)
  }

  func reportHTML(_ name: String, line: Int) {
    guard !hasReportedHTML else { return }
    hasReportedHTML = true
    context.report(
      .ignoredMarkup, line: line,
      "HTML is left out (\(quoted(name))); further occurrences are not listed")
  }

  // MARK: Text

  /// The text of a block in a style, with the attributes at its end taken off.
  func inlines(
    _ node: MarkdownNode, style: CharacterStyle, lastText: String? = nil
  ) -> AttributedText {
    var reader = InlineReader(
      context, style: style, line: node.line, notePrefix: "\(context.name)#")
    reader.read(node, lastText: lastText)
    return text(of: reader)
  }

  /// The text that a reader has read, whose pictures are the story's.
  func text(of reader: InlineReader) -> AttributedText {
    result.pictures.merge(reader.pictures) { first, _ in first }
    if let html = reader.droppedHTML { reportHTML(html, line: reader.line) }
    return reader.text
  }

  private func attributes(_ node: MarkdownNode) -> (BlockAttributes, lastText: String?) {
    guard let last = node.lastChild, case .text = last.kind,
      let split = BlockAttributes.split(last.literal)
    else { return (BlockAttributes(), nil) }
    return (split.attributes, split.text)
  }

  private func readParagraph(_ node: MarkdownNode, _ block: BlockContext) {
    if let child = node.firstChild, child.next == nil, case .image = child.kind {
      return readPicture(child, block, line: node.line)
    }
    let (attributes, lastText) = attributes(node)
    let style = nextStyle(block.adding(known(attributes.classes, line: node.line)))
    let text = inlines(node, style: style.character, lastText: lastText)
    addParagraph(text, style, anchor: attributes.anchor)
  }

  /// The style of the next paragraph.
  func nextStyle(_ block: BlockContext) -> ResolvedStyle {
    let name = isFirst && block.name == "paragraph" ? "first-paragraph" : block.name
    isFirst = false
    return block.style(name, context.styles)
  }

  func addParagraph(_ text: AttributedText, _ style: ResolvedStyle, anchor: String?) {
    guard let text = withPlaces(text) else { return }
    let anchor = anchor.map { anchors.unique($0) }
    add(.paragraph(Paragraph(text, style: style.paragraph, anchor: anchor)))
  }

  /// The text with names that occur once, and those of an empty paragraph before it; nil if it is empty
  /// itself.
  private func withPlaces(_ text: AttributedText) -> AttributedText? {
    var named = text
    named.renamePlaces { anchors.unique($0) }
    if text.isEmpty {
      waitingPlaces += named.places.map(\.name)
      return nil
    }
    for name in waitingPlaces { named.addPlace(name, atBeginning: true) }
    waitingPlaces = []
    return named
  }

  private func readHeading(_ node: MarkdownNode, level: Int, _ block: BlockContext) {
    let (attributes, lastText) = attributes(node)
    let classes = known(attributes.classes, line: node.line)
    let style = headingStyle(level, block.adding(classes))
    let text = inlines(node, style: style.character, lastText: lastText)
    addHeading(text, level: level, style, anchor: attributes.anchor)
  }

  func headingStyle(_ level: Int, _ block: BlockContext) -> ResolvedStyle {
    var style = block.style("heading\(level)", context.styles)
    style.paragraph.role = TextRole(rawValue: "heading\(level)") ?? .heading6
    // A story does not begin with an empty page.
    if result.story.items.isEmpty { style.paragraph.breakBefore = .auto }
    return style
  }

  func addHeading(_ text: AttributedText, level: Int, _ style: ResolvedStyle, anchor: String?) {
    guard let text = withPlaces(text) else { return }
    let plain = text.string.filter { $0 != "\u{FFFC}" }
    let anchor = anchor.map { anchors.unique($0) } ?? anchors.make(for: plain)
    result.headings.append(
      ReadStory.Heading(
        level: level, text: plain, anchor: anchor, item: result.story.items.count))
    add(.paragraph(Paragraph(text, style: style.paragraph, anchor: anchor)))
    isFirst = true
  }

  private func readCode(_ node: MarkdownNode, _ block: BlockContext) {
    addCode(node.literal, language: node.codeLanguage, block)
  }

  func addCode(_ code: String, language: String?, _ block: BlockContext) {
    var style = block.style("code-block", context.styles)
    style.paragraph.role = .code
    // A missing style for one language is not reported.
    if let language, context.styles["language-\(language)"] != nil {
      style = block.adding(["language-\(language)"]).style("code-block", context.styles)
      style.paragraph.role = .code
    }
    var literal = code[...]
    if literal.last?.isNewline == true { literal = literal.dropLast() }
    let text = String(literal.map { $0.isNewline ? "\u{2028}" : $0 })
    guard !text.isEmpty else { return }
    if let language { result.codeLanguages[result.story.items.count] = language }
    let attributed = AttributedText(text, style: style.character)
    add(.paragraph(Paragraph(attributed, style: style.paragraph)))
  }

  // MARK: Rules and pictures

  func readRule(_ block: BlockContext) {
    let style = block.style("rule", context.styles)
    add(
      .rule(
        Rule(
          thickness: style.box.borderWidth,
          color: style.box.borderColor ?? style.character.color,
          marginTop: style.paragraph.marginTop, marginBottom: style.paragraph.marginBottom)))
    isFirst = true
  }

  private func readPicture(_ node: MarkdownNode, _ block: BlockContext, line: Int) {
    let alt = node.plainText
    let title = node.title
    let caption = title.isEmpty ? alt : title
    guard let found = context.picture(node.url, alt: alt, line: line) else {
      // The captions replace the missing content.
      for caption in captions(caption, block) { add(.paragraph(caption)) }
      return
    }
    result.pictures[found.picture.name] = found.picture
    addPicture(found.picture.name, size: found.size, caption: caption, block)
  }

  func addPicture(_ name: String, size: Size, caption: String, _ block: BlockContext) {
    let figure = block.style("figure", context.styles).paragraph
    add(
      .picture(
        Picture(
          name: name, size: size, caption: captions(caption, block), marginTop: figure.marginTop,
          marginBottom: figure.marginBottom)))
  }

  private func captions(_ caption: String, _ block: BlockContext) -> [Paragraph] {
    guard !caption.isEmpty else { return [] }
    var style = block.style("caption", context.styles)
    style.paragraph.role = .caption
    return [Paragraph(AttributedText(caption, style: style.character), style: style.paragraph)]
  }

  // MARK: Notes

  /// The text of a note. cmark-gfm has them at the document's end, in the order of their numbers.
  private func readNote(_ node: MarkdownNode) {
    noteCount += 1
    var block = BlockContext(direction: context.direction)
    block.name = "note"
    var (paragraphs, isWhole) = paragraphs { readBlocks(node, block) }
    if !isWhole {
      context.report(
        .ignoredMarkup, line: node.line,
        "a note may contain only text: the rest is left out"
      )
    }
    if let first = paragraphs.first {
      let style = first.text.runs.first?.style ?? CharacterStyle()
      paragraphs[0].marker = AttributedText(
        "\(noteCount)", style: context.styles.inline("list-marker", over: style))
    }
    result.story.notes["\(context.name)#\(noteCount)"] = paragraphs
  }

  /// The paragraphs that `read` adds, kept apart from the story's items; not whole if it adds other
  /// items.
  func paragraphs(_ read: () -> Void) -> (paragraphs: [Paragraph], isWhole: Bool) {
    let body = result
    result.story.items = []
    read()
    let paragraphs = result.story.items.compactMap { item in
      if case .paragraph(let paragraph) = item { paragraph } else { nil }
    }
    let isWhole = paragraphs.count == result.story.items.count
    // Headings among them are not headings of the story.
    result.story.items = body.story.items
    result.headings = body.headings
    result.codeLanguages = body.codeLanguages
    return (paragraphs, isWhole)
  }
}
