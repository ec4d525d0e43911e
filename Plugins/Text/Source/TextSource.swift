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
      kind = try Self.kind(among: entries, of: files)
    case .files(let folder):
      files = folder
      kind = try Self.kind(among: folder.entries, of: files)
    case .file(let bytes):
      let ending = source.path == "-" ? ".md" : ".txt"
      let name = TextFileNames.isText(source.name) ? source.name : source.name + ending
      files = FileWithNeighbors(bytes, name: name, path: source.path)
      kind = try Self.kind(name)
    }
  }

  private static func kind(
    among entries: [String], of files: any SourceFiles
  ) throws(PageError) -> Kind {
    let names = TextFileNames(entries)
    guard let name = names.layout ?? names.story(in: files) else {
      throw PageError(
        .unsupported, "the folder has no layout.json and not exactly one Markdown or text file")
    }
    return try kind(name)
  }

  private static func kind(_ name: String) throws(PageError) -> Kind {
    do throws(InvalidPath) {
      let path = try RelativePath(name)
      return TextFileNames.isLayout(name) ? .layout(path) : .story(path)
    } catch {
      throw PageError(.unsupported, "the source's name cannot be used: it \(error.sentence)")
    }
  }
}

extension TextSource {
  /// The files beside a folder's one story that are not shown: pictures that it does not name, and
  /// publications of other kinds. Empty for a layout, which says itself what belongs to it.
  var leftOut: [String] {
    guard case .story(let story) = kind else { return [] }
    let named = StoryPictures.files(namedIn: story, of: files)
    return files.entries.filter { name in
      guard let path = try? RelativePath(name), path != story, files.contains(path) else {
        return false
      }
      return StoryPictures.isPicture(name) && !named.contains(path)
        || TextFileNames.isOtherPublication(name)
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
  /// The one Markdown file, where it is about the folder.
  private let description: String?
  private let pictures: [String]

  init(_ entries: [String]) {
    layout = Self.layoutNames.first { entries.contains($0) }
    let texts = entries.filter { Self.isStory($0) && !$0.hasPrefix(".") }
    let stories = texts.filter { !describesFolder($0) }
    let markdown = stories.filter(Self.isMarkdown)
    let candidates = markdown.isEmpty ? stories : markdown
    hasMarkdownStory = markdown.count == 1
    onlyStory = candidates.count == 1 ? candidates[0] : nil
    let descriptions = texts.filter { Self.isMarkdown($0) && describesFolder($0) }
    description = markdown.isEmpty && descriptions.count == 1 ? descriptions[0] : nil
    pictures = entries.filter { StoryPictures.isPicture($0) && !$0.hasPrefix(".") }
  }

  /// The one story of a folder without a layout. A read-me is one if it is a text with the folder's
  /// pictures, or if there is nothing that it could be about.
  func story(in files: (any SourceFiles)?) -> String? {
    if hasMarkdownStory || description == nil { return onlyStory }
    if let files, isIllustrated(in: files) { return description }
    return onlyStory ?? (pictures.isEmpty ? description : nil)
  }

  /// True if a read-me names half of the pictures in its folder, or those below it where there are
  /// none: one beside the scans of a book does not.
  func isIllustrated(in files: any SourceFiles) -> Bool {
    guard let description, let path = try? RelativePath(description) else { return false }
    let named = StoryPictures.files(namedIn: path, of: files)
    let shown = pictures.count { name in (try? RelativePath(name)).map(named.contains) ?? false }
    return !named.isEmpty && 2 * shown >= pictures.count
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

  static func isMarkdown(_ name: String) -> Bool {
    markdownExtensions.contains(fileExtension(ofName: name))
  }

  static func isText(_ name: String) -> Bool { isLayout(name) || isStory(name) }

  static func isOtherPublication(_ name: String) -> Bool {
    isPublication(fileName: name) || ["html", "htm", "xhtml"].contains(fileExtension(ofName: name))
  }
}
