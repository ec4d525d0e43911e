import RectoPageModel
import RectoTypesetting

/// Reads stories, in Markdown or plain text by their names.
struct StoryReader {
  var styles: StyleSheet
  let findings: Findings
  /// A picture's size in points; nil if it cannot be read. Asked for once for each place.
  let pictureSize: (RelativePath) -> Size?
  /// True if title, subtitle and author of the front matter are set before the text, which is so
  /// without a layout that shows them. They are not set before a text that begins with a heading of
  /// the first level.
  var showsTitle = false
  /// The values of a page for placeholders outside of the text, such as in addresses.
  var values: PlaceholderValues?

  /// Reads the story at `path`.
  ///
  /// Throws as `SourceFiles.read` does, and `limit` beyond `StoryText`'s and `MarkdownLimits`.
  func read(_ path: RelativePath, from files: any SourceFiles) throws(PageError) -> ReadStory {
    let bytes = try files.read(path, limit: StoryText.maximumBytes)
    let text = StoryText(bytes)
    for repair in text.repairs { findings.report(.badEncoding, at: path.text, repair) }
    return TextFileNames.markdownExtensions.contains(path.fileExtension)
      ? try markdown(text.characters, name: path.text, folder: path.folder)
      : try plain(text.characters, name: path.text)
  }

  /// Reads Markdown that stands in a layout, called `name` in messages and anchors of notes.
  func read(markdown text: String, name: String) throws(PageError) -> ReadStory {
    try markdown(StoryText(text).characters, name: name, folder: nil)
  }

  private func markdown(
    _ text: String, name: String, folder: RelativePath?
  ) throws(PageError) -> ReadStory {
    let (matter, body, offset) = FrontMatter.split(text, name: name, findings: findings)
    let styles = styles(for: matter)
    let document = try MarkdownDocument(
      body, hasSmartPunctuation: matter.hasSmartPunctuation, language: styles.language, name: name)
    let context = StoryContext(
      styles: StyleCache(styles), findings: findings, name: name, folder: folder,
      lineOffset: offset, hasSmartPunctuation: matter.hasSmartPunctuation,
      language: styles.language,
      direction: matter.direction.flatMap(ParagraphStyle.Direction.init),
      values: values, pictureSize: pictureSize)
    let reader = MarkdownReader(context)
    var story = reader.read(document, title: showsTitle ? matter : nil)
    story.frontMatter = matter
    try check(story, name: name)
    return story
  }

  private func plain(_ text: String, name: String) throws(PageError) -> ReadStory {
    var story = ReadStory()
    story.story = PlainTextReader(styles: styles).read(text)
    try check(story, name: name)
    return story
  }

  private func styles(for matter: FrontMatter) -> StyleSheet {
    var styles = styles
    styles.language = matter.language ?? styles.language
    return styles
  }

  private func check(_ story: ReadStory, name: String) throws(PageError) {
    let longest = story.story.items.lazy.map { item in
      if case .paragraph(let paragraph) = item { paragraph.text.units.count } else { 0 }
    }.max()
    guard longest ?? 0 <= StoryText.maximumParagraph else {
      throw PageError(
        .limit,
        "\(name) has a paragraph of \(longest ?? 0) characters; "
          + "at most \(StoryText.maximumParagraph) are set")
    }
  }
}

/// The context in which a story is read.
struct StoryContext {
  let styles: StyleCache
  let findings: Findings
  /// For messages.
  let name: String
  /// The folder that the paths of its pictures are relative to.
  let folder: RelativePath?
  /// Lines of the file before the text.
  var lineOffset: Int
  let hasSmartPunctuation: Bool
  /// The language of the whole story, a BCP 47 tag.
  let language: String?
  /// The direction of paragraphs whose style leaves it open.
  let direction: ParagraphStyle.Direction?
  let values: PlaceholderValues?
  let pictureSize: (RelativePath) -> Size?

  func report(_ code: Findings.Code, line: Int, _ sentence: String) {
    findings.report(code, at: "\(name):\(line + lineOffset)", sentence)
  }
}
