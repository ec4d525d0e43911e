import RectoPageModel

/// The images directly in a folder, in natural order.
final class FolderStore: PageStore {
  private let read: (String) throws(PageError) -> FileBytes
  private let pages: PagePlaces
  private let sidecars: SidecarNames
  private let hasComicInfo: Bool

  let format: String? = "image folder"
  let hasSidecars: Bool

  var warnings: [PageWarning] { pages.warnings }

  /// A folder of the disk. Throws `unsupported` if no name is an image's.
  convenience init(path: String, entries: [String]) throws(PageError) {
    try self.init(entries, mostBytes: .max) { name throws(PageError) in
      try FileBytes(path: path.hasSuffix("/") ? path + name : "\(path)/\(name)")
    }
  }

  /// A folder that is elsewhere. Throws as above.
  convenience init(_ files: any SourceFiles) throws(PageError) {
    try self.init(files.entries, mostBytes: PagePlaces.mostUnpacked) { name throws(PageError) in
      try files.read(name: name)
    }
  }

  private init(
    _ entries: [String], mostBytes: Int,
    read: @escaping (String) throws(PageError) -> FileBytes
  ) throws(PageError) {
    self.read = read
    let names = NaturalOrder.sort(
      entries.filter {
        let name = FileName($0)
        return name.isImage && !name.isHidden
      })
    guard !names.isEmpty else {
      throw PageError(.unsupported, "the folder holds no page images")
    }
    pages = PagePlaces(names, mostBytes: mostBytes, read: read)
    sidecars = SidecarNames(images: names, files: entries)
    hasSidecars = !sidecars.isEmpty
    hasComicInfo = entries.contains(ComicInfo.fileName)
  }

  var pageCount: Int { pages.count }

  func name(ofPage index: Int) -> String? { pages[index].file }

  func image(ofPage index: Int) throws(PageError) -> FileBytes { try read(pages[index].file) }

  func frame(ofPage index: Int) -> Int { pages[index].frame }

  func sidecar(ofPage index: Int) throws(PageError) -> SidecarFile? {
    guard let name = sidecars.sidecar(of: pages[index].file) else { return nil }
    return SidecarFile(name: name, bytes: try read(name))
  }

  func comicInfo() throws(PageError) -> FileBytes? {
    hasComicInfo ? try read(ComicInfo.fileName) : nil
  }
}

extension SourceFiles {
  /// No page is larger.
  private static var imageBytes: Int { 256 << 20 }

  /// A file directly in the folder.
  fileprivate func read(name: String) throws(PageError) -> FileBytes {
    let path: RelativePath
    do throws(PathComplaint) {
      path = try RelativePath(name)
    } catch {
      throw PageError(.unreadable, "\(name.printable) \(error.sentence)")
    }
    return try read(path, limit: Self.imageBytes)
  }
}
