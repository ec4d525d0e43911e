import RectoPageModel

/// The storage of a publication's images and the files that belong to them.
protocol PageStore: AnyObject {
  /// The format's name in `info`; nil if the image itself has it.
  var format: String? { get }
  var pageCount: Int { get }
  /// True if any page has a sidecar, judged by names.
  var hasSidecars: Bool { get }

  /// The image's name for messages; nil for the publication's one file.
  func name(ofPage index: Int) -> String?

  /// The encoded image. Throws `unreadable`, `damaged`, `limit` or `needsPassword`.
  func image(ofPage index: Int) throws(PageError) -> FileBytes

  /// The index of the picture in its file: the page of a TIFF, else 0.
  func frame(ofPage index: Int) -> Int

  /// The index of an image file's first page; nil if the store has no such file, or one file only.
  func firstPage(ofFile index: Int) -> Int?

  /// The page's sidecar; nil if it has none. Throws as `image` does.
  func sidecar(ofPage index: Int) throws(PageError) -> SidecarFile?

  /// The content of `ComicInfo.xml`.
  func comicInfo() throws(PageError) -> FileBytes?

  /// Warnings about files that are not shown. None by default.
  var warnings: [PageWarning] { get }
}

extension PageStore {
  var warnings: [PageWarning] { [] }
  func firstPage(ofFile index: Int) -> Int? { nil }
}

/// A file of text with boxes that belongs to an image.
struct SidecarFile {
  let name: String
  let bytes: FileBytes
}

/// The sidecars of images, found by stem among the names of a folder or an archive.
struct SidecarNames {
  private let images: [String]
  private let files: Set<String>

  init(images: [String], files: some Sequence<String>) {
    self.images = images
    self.files = Set(files.filter { FileName($0).isSidecar })
  }

  var isEmpty: Bool { files.isEmpty || !images.contains { sidecar(of: $0) != nil } }

  /// The name of an image's sidecar.
  func sidecar(of image: String) -> String? {
    files.isEmpty ? nil : FileName(image).sidecars.first { files.contains($0) }
  }
}
