import RectoPageModel

/// The files of a folder of page images and of the folders below it, by their paths.
///
/// A folder below that is a publication of another kind is left out, as are hidden folders and what
/// symbolic links lead to.
struct FolderTree {
  /// The maximum depth of folders.
  private static let mostDepth = 16
  /// The maximum number of names in the folders below.
  private static let mostEntries = 20_000
  private static let mostNamed = 3

  private(set) var paths: [String] = []
  private(set) var warnings: [PageWarning] = []
  private let files: any SourceFiles
  private var entryCount = 0
  private var isCutOff = false

  init(_ files: any SourceFiles) {
    self.files = files
    add(files.entries, below: "", depth: 0)
    warnings += Self.leftOut(among: files.entries)
    if isCutOff {
      warnings.append(
        PageWarning(
          code: "left-out",
          message: "some files in subfolders are not shown: folders are read to a depth of "
            + "\(Self.mostDepth) and up to \(Self.mostEntries) names"))
    }
  }

  /// True if there is an image in a folder below.
  static func hasImagesBelow(_ files: any SourceFiles) -> Bool {
    FolderTree(files).paths.contains { path in
      let name = FileName(path)
      return name.isImage && name.last.utf8.count < path.utf8.count
    }
  }

  private mutating func add(_ names: [String], below folder: String, depth: Int) {
    for name in names where !FileName(name).isHidden {
      let path = folder + name
      // A name of a picture is that of a file, not of a folder.
      guard !FileName(name).isImage, !FileName(name).isSidecar, let place = try? RelativePath(path)
      else {
        paths.append(path)
        continue
      }
      let inside = files.entries(in: place)
      guard !inside.isEmpty else {
        paths.append(path)
        continue
      }
      entryCount += inside.count
      guard depth < Self.mostDepth, entryCount <= Self.mostEntries else {
        isCutOff = true
        continue
      }
      guard Self.publications(among: inside).isEmpty else {
        warnings.append(
          PageWarning(
            code: "left-out",
            message:
              "the folder \(path.printable) is not shown: it contains a publication of its own"))
        continue
      }
      add(inside, below: path + "/", depth: depth + 1)
    }
  }

  /// A warning of the publications and the descriptions among the names in a folder, if there are any.
  static func leftOut(among names: [String]) -> [PageWarning] {
    let names = publications(among: names) + descriptions(among: names)
    guard !names.isEmpty else { return [] }
    let more = names.count - mostNamed
    let listed = names.prefix(mostNamed).map(\.printable).joined(separator: ", ")
    let (verb, pronoun) = names.count == 1 ? ("is", "it") : ("are", "them")
    return [
      PageWarning(
        code: "left-out",
        message:
          "\(listed)\(more > 0 ? " and \(more) more" : "") \(verb) not shown, because the folder is "
          + "read as page images: list \(pronoun) with the images in a recto.json, or open "
          + "\(pronoun) separately")
    ]
  }

  // MARK: What is not a page image

  private static let manifests: Set = [
    "layout.json", "layout.yaml", "layout.yml", "recto.json", "book.json", "META-INF",
  ]
  private static let documents: Set = [
    "pdf", "epub", "cbz", "cbr", "cb7", "cbt", "zip", "rar", "7z", "tar", "fb2", "mobi", "prc",
    "azw", "azw3",
  ]
  private static let texts: Set = ["md", "markdown"]

  /// The names that make a folder another publication than one of pictures.
  private static func publications(among names: [String]) -> [String] {
    let pictures = Set(names.map(FileName.init).filter(\.isImage).map(\.stem))
    return names.map(FileName.init).filter { name in
      guard !name.isHidden else { return false }
      let type = name.fileExtension
      return manifests.contains(name.path) || documents.contains(type)
        || texts.contains(type) && !describesFolder(name.path)
        || ["html", "htm", "xhtml"].contains(type) && !pictures.contains(name.stem)
    }.map(\.path).sorted()
  }

  private static func descriptions(among names: [String]) -> [String] {
    names.filter { texts.contains(FileName($0).fileExtension) && describesFolder($0) }.sorted()
  }
}
