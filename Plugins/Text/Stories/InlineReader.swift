import RectoPageModel
import RectoTypesetting

/// Makes attributed text of the content of a paragraph, heading or cell.
struct InlineReader {
  /// Deeper markup does not change the look any further.
  private static let maximumDepth = 50

  let context: StoryContext
  /// The line of the block, for messages.
  let line: Int
  /// Goes before the names of notes.
  let notePrefix: String

  private(set) var text = AttributedText()
  private(set) var pictures: [String: ReadStory.StoryPicture] = [:]
  /// HTML that is left out.
  private(set) var droppedHTML = false

  /// The open elements, the block itself first.
  private var open: [Element]
  /// Elements of Markdown beyond `maximumDepth`.
  private var uncounted = 0
  private var awaitsSpace = false
  private var ruby: Ruby?

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
    /// Inside parentheses for those who cannot show ruby.
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
    endRuby()
  }

  private mutating func take(
    _ node: MarkdownNode, isEntered: Bool, replacement: String?
  ) -> MarkdownNode.Step {
    switch node.kind {
    case .text: append(replacement ?? node.literal)
    case .softBreak: awaitsSpace = true
    case .lineBreak: appendLineBreak()
    case .code:
      append(node.literal, style: context.styles.inline("code", over: style))
    case .emphasis: toggle("emphasis", isEntered)
    case .strong: toggle("strong", isEntered)
    case .strikethrough: toggle("strikethrough", isEntered)
    case .link: isEntered ? openLink(node) : close()
    case .footnoteCall: if isEntered { appendCall(of: node.literal) }
    case .image:
      if isEntered { appendPicture(node) }
      return .over
    case .inlineHTML: take(html: node.literal)
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

  private mutating func openLink(_ node: MarkdownNode) {
    var style = style
    if let target = LinkTarget.checked(node.url) {
      style = context.styles.inline("link", over: style)
      style.link = target
    } else {
      context.report(
        .ignoredMarkup, line: line,
        "the link to \(quoted(node.url)) is left out: it is not a web, "
          + "mail or telephone address")
    }
    open(style)
  }

  // MARK: Text

  private mutating func append(_ added: String) { append(added, style: style) }

  private mutating func append(_ added: String, style: CharacterStyle) {
    guard let first = added.unicodeScalars.first else { return }
    if awaitsSpace {
      awaitsSpace = false
      if needsSpace(before: first) { appendPlain(" ", style: self.style) }
    }
    appendPlain(added, style: style)
  }

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
    guard let last = text.units.last, let scalar = UnicodeScalar(last) else { return true }
    return !(Self.isWide(scalar) && Self.isWide(next))
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
    appendPlain("\u{2028}", style: style)
  }

  /// The number of a note, and an attachment of no size by which the layout finds its text.
  private mutating func appendCall(of number: String) {
    awaitsSpace = false
    let style = context.styles.inline("note-call", over: style)
    text.append(number, style: style)
    text.append(
      Attachment(.note(notePrefix + number), width: 0, ascent: 0, descent: 0), style: style)
  }

  private mutating func appendPicture(_ node: MarkdownNode) {
    let alt = node.plainText
    guard let picture = context.picture(node, line: line) else { return append(alt) }
    if awaitsSpace { appendPlain(" ", style: style) }
    awaitsSpace = false
    pictures[picture.name] = ReadStory.StoryPicture(file: picture.file, alt: alt)
    text.append(
      Attachment(
        .named(picture.name), width: picture.size.width, ascent: picture.size.height, descent: 0),
      style: style)
  }

  // MARK: HTML

  private mutating func take(html: String) {
    guard let tag = HTMLTag(html) else {
      if !HTMLTag.isComment(html) { droppedHTML = true }
      return
    }
    switch tag.name {
    case "br": appendLineBreak()
    case "ruby", "rb", "rt", "rp": takeRuby(tag)
    case "sup": take(tag, as: "superscript")
    case "sub": take(tag, as: "subscript")
    case "span": take(tag, as: nil)
    default: droppedHTML = true
    }
  }

  private mutating func take(_ tag: HTMLTag, as name: String?) {
    if tag.isClosing {
      guard let index = open.lastIndex(where: { $0.tag == tag.name }) else { return }
      if open.remove(at: index).isIsolated { append("\u{2069}") }
      return
    }
    guard open.count <= Self.maximumDepth else { return }
    var style = style
    if let name { style = context.styles.inline(name, over: style) }
    for name in tag.classes where context.knowsStyle(name, line: line) {
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
    if let annotation = ended.annotation, !annotation.isEmpty { style.ruby = annotation }
    text.append(ended.base, style: style)
  }
}
