import RectoPageModel
import RectoPipeline

/// Decides by their names which files and folders are publications.
struct SourceKinds: Sendable {
  private let backends: [any PageBackend]
  // File extensions: of publications, of the stories among them, of pictures, and of sources that
  // take seconds to open.
  private let publications: Set<String>
  private let stories: Set<String>
  private let pictures: Set<String>
  private let slow: Set<String>
  private let mediaTypes: MediaTypes

  init(_ backends: [any PageBackend]) {
    self.backends = backends
    func extensions(_ role: FileRole) -> Set<String> {
      Set(backends.flatMap { $0.sourceTraits.roles[role] ?? [] })
    }
    stories = extensions(.story)
    pictures = extensions(.picture)
    publications = backends.reduce(into: []) { publications, backend in
      let roles = backend.sourceTraits.roles
      let parts = Set((roles[.picture] ?? []) + (roles[.part] ?? []))
      publications.formUnion(backend.fileExtensions.filter { !parts.contains($0) })
    }
    slow = Set(backends.filter(\.sourceTraits.isSlowToOpen).flatMap(\.fileExtensions))
    mediaTypes = MediaTypes(backends)
  }

  /// True if a file of that name in a folder is a publication by itself.
  func isPublication(file name: String) -> Bool {
    publications.contains(fileExtension(ofName: name))
  }

  /// True if a folder with these names is one publication: it has a manifest, or pages and no
  /// separate publication. Pages in subfolders do not count, since each subfolder may be a
  /// publication.
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
    stories.contains(fileExtension(ofName: name))
  }

  private func isPicture(_ name: String) -> Bool {
    pictures.contains(fileExtension(ofName: name))
  }

  /// True if it takes seconds to open, judged by the name.
  func isSlowToOpen(_ item: ShelfItem) -> Bool {
    slow.contains(fileExtension(ofPath: item.path))
  }

  /// The media type of an item's file.
  func mediaType(of item: ShelfItem) -> String {
    guard item.isFile else { return "inode/directory" }
    return mediaTypes.type(ofFile: item.path)
  }
}
