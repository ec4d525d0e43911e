import RectoArchives
import RectoPageModel

/// Page images: one file, a folder with those below it, an archive (ZIP, RAR, 7z, tar; CBZ and its
/// kin), or the pages of a TIFF.
///
/// Decodes with libvips, BMP with GdkPixbuf, and draws SVG with librsvg, loaded at first use; sidecars (ALTO or hOCR with the image's
/// stem) give the pages their text.
public struct ImageBackend: PageBackend {
  public init() {}

  public var id: String { "image" }

  /// The version names those of libvips and librsvg, which are loaded for it (15 ms): ask after
  /// recognition.
  public var info: BackendInfo {
    BackendInfo(
      id: id,
      version: "5+vips-\(VipsLibrary.version ?? "none")+rsvg-\(SVGLibrary.version ?? "none")",
      mediaTypes: PictureFormat.allCases.filter(\.isRead).map(\.mediaType)
        + [
          "application/zip", "application/vnd.comicbook+zip", "application/vnd.comicbook-rar",
          "application/x-cb7", "application/x-cbt",
        ],
      fileExtensions: fileExtensions,
      capabilities: Capability.provided(
        by: OutlinedImagePublication.self, SearchableImagePage.self))
  }

  public var fileExtensions: [String] {
    Self.pictureExtensions + ["cbz", "zip"] + Self.streamedArchives
  }

  private static let pictureExtensions =
    PictureFormat.allCases.filter(\.isRead).flatMap(\.fileExtensions)

  /// Extensions of archives that are read in one direction.
  private static let streamedArchives = ["cbr", "cb7", "cbt", "rar", "7z", "tar"]

  /// A picture among other files is mostly a cover or an illustration.
  public var sourceTraits: SourceTraits {
    SourceTraits(
      // An archive that is not called a comic book may hold anything.
      roles: [.picture: Self.pictureExtensions, .part: ["rar", "7z", "tar"]],
      readsFilesBeside: true, pagesArePictures: true)
  }

  /// Loads libvips with all its decoders, librsvg and GdkPixbuf, for a process that is about to
  /// lose access to the disk. A missing library is reported when it is needed.
  public func preload() {
    for format in PictureFormat.allCases { _ = try? VipsLibrary.require(format) }
    _ = try? SVGLibrary.start()
    _ = try? BMPDecoder.start()
  }

  /// libvips where it is not the system's.
  public var readablePaths: [String] { VipsLibrary.path.map { [$0] } ?? [] }

  /// The sidecars of an image, and the folder's own; empty for other files.
  public func companions(ofSourceAt path: String) -> [String] {
    let name = FileName(path)
    return name.isImage ? name.sidecars : []
  }

  /// A signature decides for a file, and the share of image names for a folder. A ZIP shows in its
  /// head only that it is one, so that a backend that knows its kind goes first.
  public func recognizes(_ probe: SourceProbe) -> Confidence {
    if probe.isFolder { return Self.confidence(inFolder: probe) }
    // A text may begin with markup of a drawing, or with the letters of a signature.
    if probe.isWrittenText { return .none }
    if let format = PictureFormat(signature: probe.head) {
      return format.hasWeakSignature && !format.fileExtensions.contains(probe.fileExtension)
        ? .byName : .certain
    }
    if StreamedArchiveFiles.isArchive(probe.head) {
      return Self.streamedArchives.contains(probe.fileExtension) ? .byContent : .byName
    }
    guard probe.begins(with: Array("PK\u{3}\u{4}".utf8)) else { return .none }
    // Open Container Format and OpenDocument: the first entry, stored, is called `mimetype`.
    if probe.begins(with: Array("mimetype".utf8), at: 30) { return .none }
    return Confidence(["cbz", "zip"].contains(probe.fileExtension) ? 40 : 20)
  }

  /// Throws `unsupported` for a source without page images, `limit` for an archive beyond
  /// `ArchiveLimits`, and otherwise as `PageBackend` states. One bad image among others does not
  /// prevent opening: its page fails.
  public func open(
    _ source: Source, options: OpenOptions
  ) throws(PageError) -> any Publication {
    try VipsLibrary.start()
    switch source.content {
    case .folder(let entries):
      return try ImagePublication.open(FolderStore(path: source.path, entries: entries))
    case .files(let files):
      return try ImagePublication.open(FolderStore(files))
    case .file(let bytes):
      let head = bytes.prefix(512)
      if head.starts(with: Array("PK".utf8)) {
        let files = try ArchiveFiles(bytes, password: options.password)
        return try ImagePublication.open(ArchiveStore(files))
      }
      if StreamedArchiveFiles.isArchive(head) {
        return try ImagePublication.open(ArchiveStore(StreamedArchiveFiles(bytes)))
      }
      return try ImagePublication.open(FileStore(source, bytes))
    }
  }

  /// A folder of pages is mostly images; one with a picture or two in it may be another format's. One with
  /// images only in the folders below it is less than what any name in it says.
  private static func confidence(inFolder probe: SourceProbe) -> Confidence {
    let visible = probe.entries.map(FileName.init).filter { !$0.isHidden && !$0.isSidecar }
    let images = visible.count { $0.isImage }
    guard images > 0 else {
      return probe.files.map(FolderTree.hasImagesBelow) ?? false ? below : .none
    }
    return images * 2 >= visible.count ? .byContent : .byName
  }

  private static let below = Confidence(25)
}
