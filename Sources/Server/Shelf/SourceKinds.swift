import PageModel
import Pipeline

/// Tells by names what of a folder is a publication.
struct SourceKinds: Sendable {
  private let backends: [any PageBackend]
  /// Extensions of files that are one publication each.
  private let whole: Set<String>
  private let pictures: Set<String>
  private let mediaTypes: MediaTypes

  /// Backends whose files are as often a part of something: pictures, texts, pages.
  private static let partial: Set = ["image", "text", "html"]
  /// Of these, those that are taken for a publication all the same. A picture alone among other
  /// files is mostly a cover, and a plain text or JSON may be anything.
  private static let listedAllTheSame: Set = ["md", "markdown", "cbz", "cbr", "cb7", "cbt", "zip"]

  init(_ backends: [any PageBackend]) {
    self.backends = backends
    var whole = Self.listedAllTheSame
    for backend in backends where !Self.partial.contains(backend.id) {
      whole.formUnion(backend.info.fileExtensions)
    }
    self.whole = whole
    pictures = Set(backends.filter { $0.id == "image" }.flatMap(\.info.fileExtensions))
    mediaTypes = MediaTypes(backends)
  }

  /// Whether a file of that name, among others, is a publication by itself.
  func isPublication(file name: String) -> Bool {
    whole.contains(Source(path: name, content: .folder(entries: [])).fileExtension)
  }

  /// Whether a folder with these names in it is one publication: it has a manifest, or pages and
  /// nothing that is a publication by itself.
  func isPublication(folder path: String, entries: [String]) -> Bool {
    guard !entries.isEmpty else { return false }
    let probe = SourceProbe(Source(path: path, content: .folder(entries: entries)))
    let surest = backends.map { $0.recognizes(probe) }.max() ?? .none
    // A manifest; see the backends' confidence in folders.
    if surest >= Confidence(90) { return true }
    let others = entries.filter { isPublication(file: $0) }
    guard surest >= .byContent, others.allSatisfy(isStory) else { return false }
    // A story makes a publication of the pictures beside it; without any, it is one by itself.
    return others.isEmpty || entries.contains(where: isPicture)
  }

  private func isStory(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasSuffix(".md") || name.hasSuffix(".markdown")
  }

  private func isPicture(_ name: String) -> Bool {
    pictures.contains(Source(path: name, content: .folder(entries: [])).fileExtension)
  }

  /// Of an item's file.
  func mediaType(of item: ShelfItem) -> String {
    guard item.isFile else { return "inode/directory" }
    return mediaTypes.type(ofFile: item.path)
  }
}
