import RectoArchives
import RectoPageModel

/// The images in a folder and in the folders below it, in natural order of their paths.
final class FolderStore: PageStore {
  private let read: (String) throws(PageError) -> FileBytes
  private let pages: PagePlaces
  private let sidecars: SidecarNames
  private let comicInfoName: String?

  let format: String? = "image folder"
  let hasSidecars: Bool
  let warnings: [PageWarning]

  /// A folder of the disk. Throws `unsupported` if no name is an image's, and `unreadable`.
  convenience init(path: String, entries: [String]) throws(PageError) {
    let files = try FolderFiles(path: path, entries: entries)
    func read(_ name: String) throws(PageError) -> FileBytes {
      // A link in the folder itself may lead to a page, one below it leads nowhere.
      guard name.utf8.contains(UInt8(ascii: "/")) else {
        return try FileBytes(path: path.hasSuffix("/") ? path + name : "\(path)/\(name)")
      }
      return try files.read(name: name)
    }
    try self.init(
      files, mostBytes: .max, head: { try? read($0).prefix(32) }, read: read)
  }

  /// A folder that is elsewhere. Throws as above.
  convenience init(_ files: any SourceFiles) throws(PageError) {
    let archive = files as? ArchiveFiles
    func read(_ name: String) throws(PageError) -> FileBytes { try files.read(name: name) }
    try self.init(
      files, mostBytes: PagePlaces.mostUnpacked, head: { archive?.head(at: $0) }, read: read)
  }

  private init(
    _ files: any SourceFiles, mostBytes: Int, head: (String) -> [UInt8]?,
    read: @escaping (String) throws(PageError) -> FileBytes
  ) throws(PageError) {
    self.read = read
    let tree = FolderTree(files)
    let names = NaturalOrder.sort(tree.paths.filter { FileName($0).isImage })
    guard !names.isEmpty else {
      throw PageError(.unsupported, "the folder holds no page images")
    }
    pages = PagePlaces(names, mostBytes: mostBytes, head: head, read: read)
    warnings = tree.warnings + pages.warnings
    sidecars = SidecarNames(images: names, files: tree.paths)
    hasSidecars = !sidecars.isEmpty
    comicInfoName = ComicInfo.name(among: tree.paths)
  }

  var pageCount: Int { pages.count }

  func name(ofPage index: Int) -> String? { pages[index].file }

  func image(ofPage index: Int) throws(PageError) -> FileBytes { try read(pages[index].file) }

  func frame(ofPage index: Int) -> Int { pages[index].frame }

  func firstPage(ofFile index: Int) -> Int? { pages.firstPage(ofFile: index) }

  func sidecar(ofPage index: Int) throws(PageError) -> SidecarFile? {
    guard let name = sidecars.sidecar(of: pages[index].file) else { return nil }
    return SidecarFile(name: name, bytes: try read(name))
  }

  func comicInfo() throws(PageError) -> FileBytes? {
    try comicInfoName.map { name throws(PageError) in try read(name) }
  }
}

extension SourceFiles {
  /// No page is larger.
  private static var imageBytes: Int { 256 << 20 }

  /// A file of the folder.
  fileprivate func read(name: String) throws(PageError) -> FileBytes {
    let path: RelativePath
    do throws(InvalidPath) {
      path = try RelativePath(name)
    } catch {
      throw PageError(.unreadable, "\(name.printable) \(error.sentence)")
    }
    return try read(path, limit: Self.imageBytes)
  }
}
