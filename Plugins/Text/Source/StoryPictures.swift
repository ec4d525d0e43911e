import RectoPageModel

/// The pictures that a story beside them names, found without reading it as Markdown: the process
/// that asks must not meet a parser.
enum StoryPictures {
  /// Names end with one of these; a format that is missing here needs the story's folder as source.
  private static let endings: Set<String> = [
    "png", "jpg", "jpeg", "webp", "gif", "tif", "tiff", "avif", "heic", "heif", "jxl", "jp2",
    "j2k", "ppm", "pgm", "pbm", "pnm", "bmp", "svg", "pdf",
  ]
  /// The first bytes of a story are looked through, as many as these.
  private static let longestStory = 4 << 20
  private static let longestName = 300
  /// A worker is told of them in one packet.
  private static let mostBytes = 24 << 10

  /// Their paths, whether they exist or not; empty for files other than Markdown.
  static func paths(besideStoryAt path: String) -> [String] {
    let isMarkdown = TextFileNames.markdownExtensions.contains(
      Source(path: path, content: .folder(entries: [])).fileExtension)
    guard isMarkdown, let story = try? FileBytes(path: path) else { return [] }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var paths: [String] = []
    var seen: Set<RelativePath> = []
    var byteCount = 0
    for name in names(in: story.prefix(longestStory)) where seen.insert(name).inserted {
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
    return Set(names(in: bytes.prefix(longestStory)).filter(files.contains))
  }

  /// True for the name of a picture; a PDF is as often a publication.
  static func isPicture(_ name: String) -> Bool {
    let ending = fileExtension(ofName: name)
    return ending != "pdf" && endings.contains(ending)
  }

  /// The texts that end like a picture's name, begin where a name can, and lie below the story's
  /// folder.
  static func names(in story: [UInt8]) -> [RelativePath] {
    story.indices.filter { story[$0] == UInt8(ascii: ".") }.flatMap { dot in
      let ending = story[(dot + 1)...].prefix(5).prefix { isLetterOrDigit($0) }
      guard endings.contains(String(decoding: ending, as: UTF8.self).lowercased()) else {
        return [RelativePath]()
      }
      return starts(before: dot, in: story).compactMap { start in
        let name = String(decoding: story[start..<ending.endIndex], as: UTF8.self)
        return try? RelativePath(name.percentDecoded)
      }
    }
  }

  /// Behind the space or bracket before it, and, as a name may have spaces in it, behind the
  /// bracket or quotation mark before that.
  private static func starts(before dot: Int, in story: [UInt8]) -> [Int] {
    let line = story[max(0, dot - longestName)..<dot]
    guard let first = line.lastIndex(where: { ends.contains($0) }) else { return [line.startIndex] }
    guard [0x20, UInt8(ascii: "(")].contains(line[first]),
      let wide = line[..<first].lastIndex(where: { wideEnds.contains($0) }), line[wide] != 0x0A
    else { return [first + 1] }
    return [first + 1, wide + 1]
  }

  private static let ends = Set(" \t\n\r(<\"'=".utf8)
  private static let wideEnds = Set("\n<\"'".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
