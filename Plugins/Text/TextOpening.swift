import RectoPageModel
import RectoTypesetting

/// Reads the layout and the stories of a source.
struct TextOpening {
  private(set) var layout: Layout
  private(set) var stories: [String: ReadStory] = [:]
  let pictures: PictureLibrary
  let findings: Findings
  /// The layout file, or the story.
  let name: String
  /// The pages that are like what the reader asks for.
  let wantedProfile: Profile?

  init(
    _ source: Source, options: OpenOptions, pictures backends: [any PageBackend]
  ) throws(PageError) {
    let text = try TextSource(source)
    pictures = PictureLibrary(files: text.files, backends: backends)
    findings = Findings()
    switch text.kind {
    case .layout(let path):
      name = path.text
      let bytes = try text.files.read(path, limit: TreeLimits.bytes)
      let reading = LayoutReading(fileName: name, findings: findings, files: text.files)
      layout = try LayoutReader.read(bytes.withBytes { Array($0) }, in: reading)
    case .story(let path):
      name = path.text
      layout = DefaultLayout.layout(of: .file(path))
    }
    wantedProfile = try layout.apply(options.layout, hasOwnPages: !text.isStory)
    reportTheme(options.layout.theme)
    try readStories(text.files, isOnlyStory: text.isStory)
    takeMetadata(isOnlyStory: text.isStory)
    report(text.leftOut)
  }

  /// Names some of the files that are not shown.
  private func report(_ leftOut: [String]) {
    guard !leftOut.isEmpty else { return }
    let more = leftOut.count - Self.mostNamed
    findings.report(
      .leftOut, at: name,
      "\(leftOut.prefix(Self.mostNamed).map { quoted($0) }.joined(separator: ", "))"
        + "\(more > 0 ? " and \(more) more" : "") \(leftOut.count == 1 ? "is" : "are") not shown: "
        + "the story does not refer to \(leftOut.count == 1 ? "it" : "them")")
  }

  private static let mostNamed = 3

  /// A story that cannot be read is missing from its pages, unless it is all there is.
  private mutating func readStories(
    _ files: any SourceFiles, isOnlyStory: Bool
  ) throws(PageError) {
    let library = pictures
    let reader = StoryReader(
      styles: layout.styles, findings: findings, pictureSize: { library.size(of: $0) },
      showsTitle: isOnlyStory)
    for (name, source) in layout.stories.sorted(by: { $0.key < $1.key }) {
      do throws(PageError) {
        switch source {
        case .file(let path): stories[name] = try reader.read(path, from: files)
        case .inline(let text): stories[name] = try reader.read(markdown: text, name: name)
        }
      } catch {
        if isOnlyStory { throw error }
        findings.report(.missingFile, at: name, error.message)
      }
    }
  }

  private func reportTheme(_ theme: String?) {
    guard let theme, layout.themes[theme] == nil else { return }
    let known = layout.themes.keys.sorted().joined(separator: ", ")
    findings.report(
      .unknownTheme, at: name,
      "there is no theme \(theme): " + (known.isEmpty ? "the layout has none" : "use \(known)"))
  }

  /// The metadata of a story is used if the layout has none.
  private mutating func takeMetadata(isOnlyStory: Bool) {
    guard isOnlyStory, let matter = stories.first?.value.frontMatter else { return }
    layout.metadata.title = layout.metadata.title ?? matter.title
    layout.metadata.author = layout.metadata.author ?? matter.author
    layout.metadata.language = layout.metadata.language ?? matter.language
    layout.metadata.created = layout.metadata.created ?? matter.date
    if matter.direction == "rtl" { layout.direction = .rightToLeft }
  }
}

extension TextSource {
  var isStory: Bool {
    if case .story = kind { true } else { false }
  }
}

extension Layout {
  /// Changes the layout as a reader wishes, and gives the profile to use. Pages that a publisher
  /// made keep their measures: of several profiles the one most like the wished page is taken.
  /// `hasOwnPages` is false for what a story without a layout is given.
  ///
  /// Throws `badRequest` for a margin that leaves nothing of the page.
  fileprivate mutating func apply(
    _ options: LayoutOptions, hasOwnPages: Bool
  ) throws(PageError) -> Profile? {
    styles.fontScale = options.fontScale
    styles.reader = options.style
    if let theme = options.theme { self = themed(theme) }
    if let colors = Theme(options.style) { self = themed(colors) }
    guard !hasOwnPages else {
      return options.pageSize.flatMap(profile) ?? profiles.first
    }
    let size = options.pageSize ?? DefaultLayout.size
    try options.checkMargin(on: size)
    var plain = DefaultLayout.profile(size: size, thread: DefaultLayout.storyName)
    if let margin = options.margin {
      plain.margins = Margins(
        top: margin, bottom: margin, inside: margin, outside: margin, isMirrored: false)
    }
    plain.background = profiles.first?.background
    profiles = [plain]
    return plain
  }
}
