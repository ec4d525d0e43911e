import RectoPageModel
import RectoTypesetting

/// Makes a story of a Markdown document: its blocks. `InlineReader` reads their content.
final class MarkdownReader {
  /// Lists and quotes inside one another; the text of deeper ones is left out.
  static let maximumDepth = 32

  private(set) var context: StoryContext
  private(set) var result = ReadStory()
  private var anchors = Anchors()
  private var hasComplainedOfHTML = false
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

  /// Puts title, subtitle and byline above the story. A heading with which it begins stands for the
  /// title where it says the same.
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
    for node in parent.children {
      let inner = divisions[divisions.count - 1]
      if let division = division(node, inner) {
        switch division {
        case .begin(let context): if divisions.count < 100 { divisions.append(context) }
        case .end: if divisions.count > 1 { divisions.removeLast() }
        }
      } else {
        read(node, inner)
      }
    }
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

  // MARK: Divisions

  private enum Division {
    case begin(BlockContext)
    case end
  }

  /// `::: name`, `<div class="name">` and their ends; nil for any other block.
  private func division(_ node: MarkdownNode, _ block: BlockContext) -> Division? {
    switch node.kind {
    case .paragraph:
      guard node.firstChild?.pointer == node.lastChild?.pointer, let child = node.firstChild,
        case .text = child.kind, let classes = BlockAttributes.division(child.literal)
      else { return nil }
      return classes.isEmpty ? .end : .begin(block.adding(known(classes, line: node.line)))
    case .html:
      let text = node.literal[...].trimming(while: \.isWhitespace)
      guard let tag = HTMLTag(text), tag.name == "div", !text.dropLast().contains(">") else {
        return nil
      }
      if tag.isClosing { return .end }
      var inner = block.adding(known(tag.classes, line: node.line))
      inner.language = tag.attributes["lang"] ?? inner.language
      inner.direction =
        tag.attributes["dir"].flatMap(ParagraphStyle.Direction.init)
        ?? inner.direction
      return .begin(inner)
    default: return nil
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
    guard !rest.isEmpty else { return }
    guard !rest.hasPrefix("<"),
      let document = try? MarkdownDocument(
        rest, hasSmartPunctuation: context.hasSmartPunctuation, name: context.name)
    else { return complainOfHTML(line: node.line) }
    let outer = context
    context.lineOffset += node.line - 1 + literal[..<rest.startIndex].count { $0.isNewline }
    defer { context = outer }
    document.withRoot { readBlocks($0, block) }
  }

  private func complainOfHTML(line: Int) {
    guard !hasComplainedOfHTML else { return }
    hasComplainedOfHTML = true
    context.report(
      .ignoredMarkup, line: line,
      "HTML is left out, except br, ruby, sup, sub, span and div; further places are not listed")
  }

  // MARK: Text

  /// The text of a block in a style, with the attributes at its end taken off.
  func inlines(
    _ node: MarkdownNode, style: CharacterStyle, lastText: String? = nil
  ) -> AttributedText {
    var reader = InlineReader(
      context, style: style, line: node.line, notePrefix: "\(context.name)#")
    reader.read(node, lastText: lastText)
    result.pictures.merge(reader.pictures) { first, _ in first }
    if reader.droppedHTML { complainOfHTML(line: node.line) }
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
    let name = isFirst && block.name == "paragraph" ? "first-paragraph" : block.name
    isFirst = false
    let classes = known(attributes.classes, line: node.line)
    let style = block.adding(classes).style(name, context.styles)
    let text = inlines(node, style: style.character, lastText: lastText)
    guard !text.isEmpty else { return }
    let anchor = attributes.anchor.map { anchors.unique($0) }
    add(.paragraph(Paragraph(text, style: style.paragraph, anchor: anchor)))
  }

  private func readHeading(_ node: MarkdownNode, level: Int, _ block: BlockContext) {
    let (attributes, lastText) = attributes(node)
    let classes = known(attributes.classes, line: node.line)
    var style = block.adding(classes).style("heading\(level)", context.styles)
    style.paragraph.role = TextRole(rawValue: "heading\(level)") ?? .heading6
    // A story does not begin with an empty page.
    if result.story.items.isEmpty { style.paragraph.breakBefore = .auto }
    let text = inlines(node, style: style.character, lastText: lastText)
    guard !text.isEmpty else { return }
    let plain = text.string.filter { $0 != "\u{FFFC}" }
    let anchor = attributes.anchor.map { anchors.unique($0) } ?? anchors.make(for: plain)
    result.headings.append(
      ReadStory.Heading(
        level: level, text: plain, anchor: anchor, item: result.story.items.count))
    add(.paragraph(Paragraph(text, style: style.paragraph, anchor: anchor)))
    isFirst = true
  }

  private func readCode(_ node: MarkdownNode, _ block: BlockContext) {
    let language = node.codeLanguage
    var style = block.style("code-block", context.styles)
    style.paragraph.role = .code
    // A missing style for one language is not reported.
    if let language, context.styles["language-\(language)"] != nil {
      style = block.adding(["language-\(language)"]).style("code-block", context.styles)
      style.paragraph.role = .code
    }
    var literal = node.literal[...]
    if literal.last?.isNewline == true { literal = literal.dropLast() }
    let text = String(literal.map { $0.isNewline ? "\u{2028}" : $0 })
    guard !text.isEmpty else { return }
    if let language { result.codeLanguages[result.story.items.count] = language }
    let attributed = AttributedText(text, style: style.character)
    add(.paragraph(Paragraph(attributed, style: style.paragraph)))
  }

  // MARK: Rules and pictures

  private func readRule(_ block: BlockContext) {
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
    var style = block.style("caption", context.styles)
    style.paragraph.role = .caption
    let captions =
      caption.isEmpty
      ? []
      : [
        Paragraph(AttributedText(caption, style: style.character), style: style.paragraph)
      ]
    guard let picture = context.picture(node, line: line) else {
      // The captions replace the missing content.
      for caption in captions { add(.paragraph(caption)) }
      return
    }
    let figure = block.style("figure", context.styles).paragraph
    result.pictures[picture.name] = ReadStory.StoryPicture(file: picture.file, alt: alt)
    add(
      .picture(
        Picture(
          name: picture.name, size: picture.size, caption: captions,
          marginTop: figure.marginTop, marginBottom: figure.marginBottom)))
  }

  // MARK: Notes

  /// The text of a note. cmark-gfm has them at the document's end, in the order of their numbers.
  private func readNote(_ node: MarkdownNode) {
    noteCount += 1
    let body = result
    result.story.items = []
    var block = BlockContext(direction: context.direction)
    block.name = "note"
    readBlocks(node, block)
    var paragraphs = result.story.items.compactMap { item in
      if case .paragraph(let paragraph) = item { paragraph } else { nil }
    }
    if paragraphs.count < result.story.items.count {
      context.report(
        .ignoredMarkup, line: node.line,
        "a note has text in it and nothing else: the rest is left out"
      )
    }
    // Headings in a note are not headings of the story.
    result.story.items = body.story.items
    result.headings = body.headings
    result.codeLanguages = body.codeLanguages
    if let first = paragraphs.first {
      let style = first.text.runs.first?.style ?? CharacterStyle()
      paragraphs[0].marker = AttributedText(
        "\(noteCount)", style: context.styles.inline("list-marker", over: style))
    }
    result.story.notes["\(context.name)#\(noteCount)"] = paragraphs
  }
}

extension ReadStory.Heading {
  /// True if the heading has the same letters and digits as a title, ignoring case.
  fileprivate func says(_ title: String) -> Bool {
    func letters(_ text: String) -> [Character] {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    return letters(text) == letters(title)
  }
}
