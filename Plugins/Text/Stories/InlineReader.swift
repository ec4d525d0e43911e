import RectoPageModel
import RectoTypesetting

/// Makes attributed text from the content of a paragraph, heading or cell.
struct InlineReader {
  /// The maximum depth of markup; deeper markup does not change the look any further.
  private static let maximumDepth = 50
  private static let mostPlaces = 100

  let context: StoryContext
  /// The line of the block, for messages.
  let line: Int
  /// Goes before the names of notes.
  let notePrefix: String

  private(set) var text = AttributedText()
  private(set) var pictures: [String: ReadStory.StoryPicture] = [:]
  /// The first HTML that is left out.
  private(set) var droppedHTML: String?

  /// The open elements, the block itself first.
  private var open: [Element]
  /// Elements of Markdown beyond `maximumDepth`.
  private var uncounted = 0
  private var awaitsSpace = false
  /// The style of the space that is awaited.
  private var spaceStyle = CharacterStyle()
  /// Line breaks before the next text; there are none at the end.
  private var awaitedBreaks = 0
  private var ruby: Ruby?
  /// The end of HTML whose content is left out.
  private var skippedEnd: OpaquePointer?

  private struct Element {
    /// Nil for an element of Markdown.
    var tag: String?
    var style: CharacterStyle
    var isIsolated = false
  }

  /// A base that waits for its annotation.
  private struct Ruby {
    var base = ""
    var style = CharacterStyle()
    /// Nil until the annotation begins.
    var annotation: String?
    /// True within `rp`, which is for programs that cannot show ruby.
    var isFallback = false
  }

  init(_ context: StoryContext, style: CharacterStyle, line: Int, notePrefix: String) {
    self.context = context
    self.line = line
    self.notePrefix = notePrefix
    open = [Element(style: style)]
  }

  /// Reads all inside `block`. `lastText` stands in the place of the block's last node.
  mutating func read(_ block: MarkdownNode, lastText: String? = nil) {
    let last = lastText == nil ? nil : block.lastChild?.pointer
    block.forEachInside { node, isEntered in
      take(node, isEntered: isEntered, replacement: node.pointer == last ? lastText : nil)
    }
    finish()
  }

  /// Ends the text.
  mutating func finish() { endRuby() }

  private mutating func take(
    _ node: MarkdownNode, isEntered: Bool, replacement: String?
  ) -> MarkdownNode.Step {
    if let end = skippedEnd {
      if node.pointer == end { skippedEnd = nil }
      return .next
    }
    switch node.kind {
    case .text: append(replacement ?? node.literal)
    case .softBreak: takeSpace()
    case .lineBreak: appendLineBreak()
    case .code:
      append(node.literal, style: context.styles.inline("code", over: style))
    case .emphasis: toggle("emphasis", isEntered)
    case .strong: toggle("strong", isEntered)
    case .strikethrough: toggle("strikethrough", isEntered)
    case .link: isEntered ? open(style(ofLinkTo: node.url)) : close()
    case .footnoteCall: if isEntered { appendCall(of: node.literal) }
    case .image:
      if isEntered { appendPicture(node.url, alt: node.plainText) }
      return .over
    case .inlineHTML: take(html: node)
    default: break
    }
    return .next
  }

  // MARK: Styles

  private var style: CharacterStyle { open[open.count - 1].style }

  private mutating func open(_ style: CharacterStyle) {
    if open.count > Self.maximumDepth {
      uncounted += 1
    } else {
      open.append(Element(style: style))
    }
  }

  private mutating func close() {
    if uncounted > 0 {
      uncounted -= 1
    } else if let index = open.lastIndex(where: { $0.tag == nil }), index > 0 {
      // Elements opened inside it that were not closed in order keep their look.
      open.remove(at: index)
    }
  }

  private mutating func toggle(_ name: String, _ isEntered: Bool) {
    if isEntered { open(context.styles.inline(name, over: style)) } else { close() }
  }

  private func style(ofLinkTo url: String) -> CharacterStyle {
    var style = style
    let url = context.values?.address(url) ?? url
    if let target = LinkTarget.checked(url) {
      style = context.styles.inline("link", over: style)
      style.link = target
    } else {
      context.report(
        .ignoredMarkup, line: line,
        "the link to \(quoted(url)) is left out: it is not a web, "
          + "mail or telephone address")
    }
    return style
  }

  // MARK: Text

  private mutating func append(_ added: String) { append(added, style: style) }

  private mutating func append(_ added: String, style: CharacterStyle) {
    var added = added[...]
    // A new line does not begin with the space before it.
    if awaitedBreaks > 0 { added = added.drop { $0 == " " } }
    guard let first = added.unicodeScalars.first else { return }
    appendSeparator(before: first)
    appendPlain(String(added), style: style)
  }

  private mutating func appendSeparator(before next: UnicodeScalar) {
    if awaitedBreaks > 0 {
      if !isAtStart {
        appendPlain(String(repeating: "\u{2028}", count: awaitedBreaks), style: style)
      }
    } else if awaitsSpace, needsSpace(before: next) {
      appendPlain(" ", style: spaceStyle)
    }
    awaitsSpace = false
    awaitedBreaks = 0
  }

  private var isAtStart: Bool { text.isEmpty && ruby == nil }

  private mutating func appendPlain(_ added: String, style: CharacterStyle) {
    guard ruby != nil else { return text.append(added, style: style) }
    if ruby?.isFallback == true { return }
    if ruby?.annotation != nil {
      ruby?.annotation? += added
    } else {
      ruby?.base += added
      ruby?.style = style
    }
  }

  /// Lines of Chinese and Japanese are joined without a space.
  private func needsSpace(before next: UnicodeScalar) -> Bool {
    let end = String(decoding: text.units.suffix(2), as: UTF16.self)
    guard let last = end.unicodeScalars.last else { return true }
    return !(Self.isWide(last) && Self.isWide(next))
  }

  /// Ideographs, kana and their punctuation, and full-width forms.
  private static func isWide(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0x2E80...0x312F, 0x31A0...0xA4CF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFFEF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }

  private mutating func appendLineBreak() {
    awaitsSpace = false
    awaitedBreaks += 1
  }

  /// The number of a note, and an attachment of no size by which the layout finds its text.
  private mutating func appendCall(of number: String) {
    awaitsSpace = false
    if awaitedBreaks > 0 { appendSeparator(before: "\u{FFFC}") }
    let style = context.styles.inline("note-call", over: style)
    text.append(number, style: style)
    text.append(
      Attachment(.note(notePrefix + number), width: 0, ascent: 0, descent: 0), style: style)
  }

  /// A picture in the line; `width` points wide, else of its own size.
  private mutating func appendPicture(_ url: String, alt: String, width: Double? = nil) {
    guard let found = context.picture(url, alt: alt, line: line) else { return append(alt) }
    appendSeparator(before: "\u{FFFC}")
    pictures[found.picture.name] = found.picture
    let attachment = Attachment(
      .named(found.picture.name), width: found.size.width, ascent: found.size.height, descent: 0)
    text.append(attachment.scaled(to: width ?? attachment.width), style: style)
  }

  /// Names the place for links; bounded, since a name costs more than its letters.
  private mutating func addPlace(_ name: String) {
    if text.places.count < Self.mostPlaces { text.addPlace(name) }
  }

  // MARK: HTML

  /// Text of HTML, whose white space is as wide as a space.
  mutating func append(html added: String) {
    let words = added.unicodeScalars.split(whereSeparator: HTMLElements.isSpace)
    let hasSpaceBefore = added.unicodeScalars.first.map(HTMLElements.isSpace) == true
    for (index, word) in words.enumerated() {
      if index > 0 || hasSpaceBefore { awaitSpace() }
      append(String(word))
    }
    if added.unicodeScalars.last.map(HTMLElements.isSpace) == true { awaitSpace() }
  }

  mutating func awaitSpace() { if !isAtStart { takeSpace() } }

  private mutating func takeSpace() {
    guard !awaitsSpace else { return }
    awaitsSpace = true
    spaceStyle = style
  }

  private mutating func take(html node: MarkdownNode) {
    guard let tag = HTMLTag(node.literal) else {
      if !HTMLTag.isComment(node.literal) { drop(node.literal) }
      return
    }
    if HTMLElements.unseen.contains(tag.name) || HTMLElements.leftOut.contains(tag.name) {
      if HTMLElements.leftOut.contains(tag.name) { drop(tag.name) }
      if !tag.isClosing { skippedEnd = end(of: tag, after: node) }
    } else {
      // It may be text that looks like a tag, such as a type of C++.
      if droppedHTML == nil, !tag.isClosing, !HTMLElements.isKnown(tag.name),
        end(of: tag, after: node) == nil
      {
        drop(tag.name)
      }
      take(tag)
    }
  }

  /// Remembers HTML that is left out.
  private mutating func drop(_ html: String) { droppedHTML = droppedHTML ?? html }

  /// The closing tag beside an opening one; nil for text that stands after it alone.
  private func end(of tag: HTMLTag, after node: MarkdownNode) -> OpaquePointer? {
    sequence(first: node, next: \.next).dropFirst().prefix(200).first { next in
      guard case .inlineHTML = next.kind, next.literal.hasPrefix("</") else { return false }
      return HTMLTag(next.literal)?.name == tag.name
    }?.pointer
  }

  mutating func take(_ tag: HTMLTag) {
    switch tag.name {
    case "br": appendLineBreak()
    case "ruby", "rb", "rt", "rp": takeRuby(tag)
    case "img":
      appendPicture(
        tag.attributes["src"] ?? "", alt: tag.attributes["alt"] ?? "", width: tag.width)
    case "td", "th": awaitSpace()
    default:
      guard HTMLElements.blocks.contains(tag.name) else { return takeElement(tag) }
      if !isAtStart, awaitedBreaks == 0 { appendLineBreak() }
    }
  }

  private mutating func takeElement(_ tag: HTMLTag) {
    if tag.isClosing {
      guard let index = open.lastIndex(where: { $0.tag == tag.name }) else { return }
      if open.remove(at: index).isIsolated { append("\u{2069}") }
      return
    }
    if let name = tag.anchor { addPlace(name) }
    guard open.count <= Self.maximumDepth else { return }
    var style = style
    if let name = HTMLElements.styles[tag.name] { style = context.styles.inline(name, over: style) }
    if let url = tag.attributes["href"], tag.name == "a" { style = self.style(ofLinkTo: url) }
    if tag.name == "u" || tag.name == "ins" { style.underline = true }
    for name in tag.classes
    where tag.name == "span" ? context.knowsStyle(name, line: line) : context.hasStyle(name) {
      style = context.styles.inline(name, over: style)
    }
    if let language = tag.attributes["lang"], !language.isEmpty { style.language = language }
    var element = Element(tag: tag.name, style: style)
    if let isolate = Self.isolate(tag.attributes["dir"]) {
      append(isolate)
      element.isIsolated = true
    }
    open.append(element)
  }

  /// UAX 9, 2.4.2: text of a direction of its own stands between control characters.
  private static func isolate(_ direction: String?) -> String? {
    switch direction?.lowercased() {
    case "ltr": "\u{2066}"
    case "rtl": "\u{2067}"
    case "auto": "\u{2068}"
    default: nil
    }
  }

  private mutating func takeRuby(_ tag: HTMLTag) {
    switch (tag.name, tag.isClosing) {
    case ("ruby", false):
      endRuby()
      ruby = Ruby(style: style)
    case ("ruby", true): endRuby()
    case ("rt", false): if ruby != nil { ruby?.annotation = "" }
    case ("rt", true):
      guard ruby != nil else { return }
      endRuby()
      // More pairs of base and annotation may follow.
      ruby = Ruby(style: style)
    case ("rp", let isClosing): ruby?.isFallback = !isClosing
    default: break
    }
  }

  private mutating func endRuby() {
    guard let ended = ruby else { return }
    ruby = nil
    guard !ended.base.isEmpty else { return }
    var style = ended.style
    if let annotation = ended.annotation, !annotation.isEmpty {
      style.ruby = context.values?.text(annotation) ?? annotation
    }
    text.append(ended.base, style: style)
  }
}
