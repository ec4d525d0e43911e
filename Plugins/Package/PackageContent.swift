import RectoArchives
import RectoPageModel

/// The kind of content in a package.
struct PackageContent {
  private let source: Source
  private let opener: PartOpener

  init(
    _ source: Source, backends: [PartBackend], options: OpenOptions
  ) throws(PageError) {
    self.source = source
    let files: any SourceFiles
    switch source.content {
    case .file(let bytes): files = try ArchiveFiles(bytes, password: options.password)
    case .folder(let entries): files = try FolderFiles(path: source.path, entries: entries)
    case .files(let given): files = given
    }
    opener = PartOpener(
      files: Self.innermost(files), backends: backends, options: options,
      packagePath: source.path)
  }

  /// Opens the parts that a `recto.json` lists. Without one, the content is a publication whose backend is
  /// sure of the folder, such as a layout; or the only PDF or FictionBook; or the pages in the folder.
  func open() throws(PageError) -> any Publication {
    let entries = opener.files.entries
    if entries.contains(PackageManifest.fileName) { return try composed() }
    let folder = Source(path: source.path, content: .files(opener.files))
    if let best = opener.best(for: folder), best.confidence > .byContent {
      return try best.backend.open(folder, options: opener.options)
    }
    // EPUB 3.3, 4.2.6.3: its pages are not in the order of their names.
    if let container = try? RelativePath("META-INF/container.xml"), opener.files.contains(container)
    {
      throw PageError(
        .unsupported,
        "it is an EPUB, and this recto was built without its EPUB plugin (Plugins/EPUB): "
          + "build it with the trait EPUB, which is on by default")
    }
    if let name = Self.onlyDocument(among: entries), let path = try? RelativePath(name) {
      do throws(PageError) {
        return try opener.open(opener.source(path))
      } catch {
        // Pictures beside a document that is broken are better than nothing.
        guard error.code == .damaged, let pages = try? pages(folder) else { throw error }
        return pages
      }
    }
    return try pages(folder)
  }

  private func pages(_ folder: Source) throws(PageError) -> any Publication {
    // An archive of pages in folders is for the backend that reads archives of pages.
    if let best = opener.best(for: source) {
      return try best.backend.open(source, options: opener.options)
    }
    guard let best = opener.best(for: folder) else {
      throw PageError(
        .unsupported,
        "the package holds no publication: it has no recto.json, no PDF, no layout and no pages")
    }
    return try best.backend.open(folder, options: opener.options)
  }

  /// The name of the only PDF or FictionBook (`.fb2.zip`); nil if there are none or several.
  static func onlyDocument(among entries: [String]) -> String? {
    let names = entries.filter { name in
      [".pdf", ".fb2"].contains { name.lowercased().hasSuffix($0) } && !name.hasPrefix(".")
    }
    return names.count == 1 ? names[0] : nil
  }

  private func composed() throws(PageError) -> any Publication {
    guard let path = try? RelativePath(PackageManifest.fileName) else {
      throw PageError(.bug, "the manifest's name is not a path")
    }
    let manifest = try PackageManifest(
      opener.files.read(path, limit: PackageManifest.maximumBytes))
    return PackagePublication(manifest, parts: try PartList(manifest, opener))
  }

  /// The folder that everything is in, if there is only that: archives are often made so.
  private static func innermost(_ files: any SourceFiles) -> any SourceFiles {
    let entries = files.entries.filter { $0 != "__MACOSX" }
    guard entries.count == 1, let folder = try? RelativePath(entries[0]),
      !files.contains(folder)
    else { return files }
    return FilesBelow(files, folder: folder)
  }
}
