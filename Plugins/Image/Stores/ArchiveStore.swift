import RectoArchives
import RectoPageModel

/// The images of an archive, such as a comic book, in natural order of their paths.
final class ArchiveStore: PageStore {
  private let files: any PathFiles
  private let pages: PagePlaces
  private let sidecars: SidecarNames
  private let comicInfoName: String?

  let format: String? = "image archive"
  let hasSidecars: Bool

  /// Throws `unsupported` if no entry is an image or the archive is another kind of
  /// document, and `needsPassword`.
  init(_ files: any PathFiles) throws(PageError) {
    self.files = files
    let paths = Set(files.paths)
    try Self.refuseDocuments(paths)
    let names = NaturalOrder.sort(
      paths.filter {
        let name = FileName($0)
        return name.isImage && !name.isHidden
      })
    guard !names.isEmpty else {
      throw PageError(.unsupported, "the archive holds no page images")
    }
    sidecars = SidecarNames(images: names, files: paths)
    hasSidecars = !sidecars.isEmpty
    comicInfoName = ComicInfo.name(among: paths)
    for name in names { try files.checkPassword(at: name) }
    pages = PagePlaces(
      names, mostBytes: PagePlaces.mostUnpacked, head: files.head
    ) { name throws(PageError) in
      try files.content(at: name)
    }
  }

  var pageCount: Int { pages.count }

  var warnings: [PageWarning] {
    pages.warnings + FolderTree.leftOut(among: files.paths.filter { !$0.contains("/") })
  }

  func name(ofPage index: Int) -> String? { pages[index].file }

  func image(ofPage index: Int) throws(PageError) -> FileBytes {
    try files.content(at: pages[index].file)
  }

  func frame(ofPage index: Int) -> Int { pages[index].frame }

  func firstPage(ofFile index: Int) -> Int? { pages.firstPage(ofFile: index) }

  func sidecar(ofPage index: Int) throws(PageError) -> SidecarFile? {
    guard let name = sidecars.sidecar(of: pages[index].file) else { return nil }
    return SidecarFile(name: name, bytes: try files.content(at: name))
  }

  func comicInfo() throws(PageError) -> FileBytes? {
    try comicInfoName.map { name throws(PageError) in try files.content(at: name) }
  }

  /// Throws `unsupported` for a document that only happens to be a ZIP with pictures in it.
  private static func refuseDocuments(_ paths: Set<String>) throws(PageError) {
    // ECMA-388, 9.1.1: XPS and OpenXPS share the container of Office documents.
    if paths.contains(where: { FileName($0).fileExtension == "fdseq" }) {
      throw PageError(
        .unsupported,
        "it is an XPS document, which Recto does not read: make a PDF of it, as xpstopdf does "
          + "(Debian package libgxps-utils)")
    }
    let kinds = [
      (
        "[Content_Types].xml",
        "it is an Office document, which Recto does not read: make a PDF of it, as LibreOffice does "
          + "(soffice --convert-to pdf; Debian package libreoffice)"
      ),
      ("mimetype", "it is a packaged document, not an archive of page images"),
      ("META-INF/MANIFEST.MF", "it is a program, not an archive of page images"),
    ]
    for (name, sentence) in kinds where paths.contains(name) {
      throw PageError(.unsupported, sentence)
    }
  }
}
