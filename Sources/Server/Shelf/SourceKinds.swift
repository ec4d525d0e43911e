import RectoPageModel
import RectoPipeline

/// Tells by names what of a folder is a publication.
struct SourceKinds: Sendable {
  private let backends: [any PageBackend]
  /// Extensions of files that are one publication each.
  private let whole: Set<String>
  private let pictures: Set<String>
  /// Extensions of files that a browser lays out.
  private let laidOut: Set<String>
  private let mediaTypes: MediaTypes

  /// Backends whose files are as often a part of something: pictures, texts, pages.
  private static let partial: Set = ["image", "text", "html"]
  /// The extensions of these that are listed nevertheless. A picture alone among other files is
  /// mostly a cover, and a plain text or JSON may be anything.
  private static let listedAllTheSame: Set = ["md", "markdown", "cbz", "cbr", "cb7", "cbt", "zip"]

  init(_ backends: [any PageBackend]) {
    self.backends = backends
    var whole = Self.listedAllTheSame
    for backend in backends where !Self.partial.contains(backend.id) {
      whole.formUnion(backend.info.fileExtensions)
    }
    self.whole = whole
    pictures = Set(backends.filter { $0.id == "image" }.flatMap(\.info.fileExtensions))
    laidOut = Set(
      backends.filter { ["html", "epub"].contains($0.id) }.flatMap(\.info.fileExtensions))
    mediaTypes = MediaTypes(backends)
  }

  /// True if a file of that name, among others, is a separate publication.
  func isPublication(file name: String) -> Bool {
    whole.contains(Source(path: name, content: .folder(entries: [])).fileExtension)
  }

  /// True if a folder with these names is one publication: it has a manifest, or pages and no
  /// separate publication. Pages in the folders below it say nothing, since each of these may be one.
  func isPublication(folder path: String, entries: [String]) -> Bool {
    guard !entries.isEmpty else { return false }
    let probe = SourceProbe(
      Source(path: path, content: .folder(entries: entries)), seesFiles: false)
    let surest = backends.map { $0.recognizes(probe) }.max() ?? .none
    // A manifest; see the backends' confidence in folders.
    if surest >= Confidence(90) { return true }
    let others = entries.filter { isPublication(file: $0) }
    guard surest >= .byContent, others.allSatisfy(isStory) else { return false }
    // A story and the pictures beside it are one publication; a story alone is one, too.
    return others.isEmpty || entries.contains(where: isPicture)
  }

  private func isStory(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }

  private func isPicture(_ name: String) -> Bool {
    pictures.contains(Source(path: name, content: .folder(entries: [])).fileExtension)
  }

  /// True if a browser lays out its pages, as far as the name tells.
  func needsBrowser(_ item: ShelfItem) -> Bool {
    laidOut.contains(Source(path: item.path, content: .folder(entries: [])).fileExtension)
  }

  /// The media type of an item's file.
  func mediaType(of item: ShelfItem) -> String {
    guard item.isFile else { return "inode/directory" }
    return mediaTypes.type(ofFile: item.path)
  }
}
