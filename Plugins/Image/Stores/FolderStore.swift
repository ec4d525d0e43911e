import PageModel

/// The images directly in a folder, in natural order.
final class FolderStore: PageStore {
  private let path: String
  private let names: [String]
  private let sidecars: SidecarNames
  private let hasComicInfo: Bool

  let format: String? = "image folder"
  let hasSidecars: Bool

  /// Throws `unsupported` where no name is an image's.
  init(path: String, entries: [String]) throws(PageError) {
    self.path = path
    names = NaturalOrder.sort(
      entries.filter {
        let name = FileName($0)
        return name.isImage && !name.isHidden
      })
    guard !names.isEmpty else {
      throw PageError(.unsupported, "the folder holds no page images")
    }
    sidecars = SidecarNames(images: names, files: entries)
    hasSidecars = !sidecars.isEmpty
    hasComicInfo = entries.contains(ComicInfo.fileName)
  }

  var pageCount: Int { names.count }

  func name(ofPage index: Int) -> String? { names[index] }

  func image(ofPage index: Int) throws(PageError) -> FileContent { try read(names[index]) }

  func sidecar(ofPage index: Int) throws(PageError) -> SidecarFile? {
    guard let name = sidecars.sidecar(of: names[index]) else { return nil }
    return SidecarFile(name: name, bytes: try read(name))
  }

  func comicInfo() throws(PageError) -> FileContent? {
    hasComicInfo ? try read(ComicInfo.fileName) : nil
  }

  private func read(_ name: String) throws(PageError) -> FileContent {
    FileContent(try FileBytes(path: path.hasSuffix("/") ? path + name : "\(path)/\(name)"))
  }
}
