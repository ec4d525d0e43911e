import RectoPageModel

/// The parts of a source of free-format text.
struct TextSource: Sendable {
  enum Kind: Sendable, Hashable {
    /// A folder with a layout, or the layout alone.
    case layout(RelativePath)
    /// One story that is given the default layout.
    case story(RelativePath)
  }

  let kind: Kind
  let files: any SourceFiles

  /// A story has the pictures beside it that it names; a layout needs its folder as the source.
  ///
  /// Throws `unsupported` for a folder without a layout and without exactly one story.
  init(_ source: Source) throws(PageError) {
    switch source.content {
    case .folder(let entries):
      files = try FolderFiles(path: source.path, entries: entries)
      kind = try Self.kind(among: entries)
    case .files(let folder):
      files = folder
      kind = try Self.kind(among: folder.entries)
    case .file(let bytes):
      let name = TextFileNames.isText(source.name) ? source.name : source.name + ".txt"
      files = StoryFiles(bytes, name: name, path: source.path)
      kind = try Self.kind(name)
    }
  }

  private static func kind(among entries: [String]) throws(PageError) -> Kind {
    let names = TextFileNames(entries)
    guard let name = names.layout ?? names.onlyStory else {
      throw PageError(
        .unsupported, "the folder has no layout.json and not exactly one Markdown or text file")
    }
    return try kind(name)
  }

  private static func kind(_ name: String) throws(PageError) -> Kind {
    do throws(PathComplaint) {
      let path = try RelativePath(name)
      return TextFileNames.isLayout(name) ? .layout(path) : .story(path)
    } catch {
      throw PageError(.unsupported, "the source's name cannot be used: it \(error.sentence)")
    }
  }
}

/// The names of layouts and stories in a folder.
struct TextFileNames {
  /// The folder's layout; `layout.json` before the others.
  let layout: String?
  /// The one Markdown file that is not about the folder, such as a read-me; without any, the one
  /// plain text.
  let onlyStory: String?
  let hasMarkdownStory: Bool

  init(_ entries: [String]) {
    layout = Self.layoutNames.first { entries.contains($0) }
    let stories = entries.filter { Self.isStory($0) && !$0.hasPrefix(".") && !Self.isAside($0) }
    let markdown = stories.filter { Self.markdownExtensions.contains(fileExtension(ofName: $0)) }
    let candidates = markdown.isEmpty ? stories : markdown
    hasMarkdownStory = markdown.count == 1
    onlyStory = candidates.count == 1 ? candidates[0] : nil
  }

  static let layoutNames = ["layout.json", "layout.yaml", "layout.yml"]
  static let markdownExtensions = ["md", "markdown"]
  static let plainExtensions = ["txt", "text"]

  static func isLayout(_ name: String) -> Bool {
    layoutNames.contains(name) || ["json", "yaml", "yml"].contains(fileExtension(ofName: name))
  }

  static func isStory(_ name: String) -> Bool {
    (markdownExtensions + plainExtensions).contains(fileExtension(ofName: name))
  }

  static func isText(_ name: String) -> Bool { isLayout(name) || isStory(name) }

  /// Files that describe a folder and are not its content.
  private static func isAside(_ name: String) -> Bool {
    let stem = name.lowercased().split(separator: ".").first ?? ""
    return ["readme", "license", "licence", "changelog", "copying", "notes"].contains(stem)
  }
}
