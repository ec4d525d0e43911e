import RectoPageModel

/// The pictures that a story beside them names, found without reading it as Markdown: the process
/// that asks must not meet a parser.
enum StoryPictures {
  /// Names end with one of these; a format that is missing here needs the story's folder as source.
  private static let endings = PictureExtensions.raster.union(["svg", "pdf"])
  /// The number of first bytes of a story that are searched.
  private static let longestStory = 4 << 20
  static let named = NamedFiles(endings: endings)
  /// The maximum length of all paths in bytes, since a worker gets them in one packet.
  private static let mostBytes = 24 << 10

  /// Their paths, whether they exist or not; empty for files other than Markdown.
  static func paths(besideStoryAt path: String) -> [String] {
    let isMarkdown = TextFileNames.markdownExtensions.contains(fileExtension(ofPath: path))
    guard isMarkdown, let story = try? FileBytes(path: path) else { return [] }
    let folder = folderPrefix(of: path)
    var paths: [String] = []
    var seen: Set<RelativePath> = []
    var byteCount = 0
    for name in named.names(in: story.prefix(longestStory)) where seen.insert(name).inserted {
      let path = folder + name.text
      byteCount += path.utf8.count + 8
      guard byteCount <= mostBytes else { break }
      paths.append(path)
    }
    return paths
  }

  /// The files that a story in a folder names as pictures and that are there.
  static func files(namedIn story: RelativePath, of files: any SourceFiles) -> Set<RelativePath> {
    guard let bytes = try? files.read(story, limit: .max) else { return [] }
    return Set(named.names(in: bytes.prefix(longestStory)).filter(files.contains))
  }

  /// True for the name of a picture; a PDF is as often a publication.
  static func isPicture(_ name: String) -> Bool {
    let ending = fileExtension(ofName: name)
    return ending != "pdf" && endings.contains(ending)
  }
}
