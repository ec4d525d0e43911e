import PageModel

/// The images of a ZIP or CBZ archive, in natural order of their paths.
final class ArchiveStore: PageStore {
  private let archive: ZipArchive
  private let pages: [ZipArchive.Entry]
  private let files: [String: ZipArchive.Entry]
  private let sidecars: SidecarNames
  private let comicInfoName: String?

  let format: String? = "image archive"
  let hasSidecars: Bool

  /// Throws `unsupported` where no entry is an image or the archive is another kind of
  /// document, `limit` beyond `ArchiveLimits`, `damaged`, and `needsPassword`.
  init(_ bytes: FileBytes, password: String?) throws(PageError) {
    archive = try ZipArchive(bytes, password: password)
    files = try Self.directory(of: archive)
    try Self.refuseDocuments(files)
    let names = NaturalOrder.sort(
      files.keys.filter {
        let name = FileName($0)
        return name.isImage && !name.isHidden
      })
    guard !names.isEmpty else {
      throw PageError(.unsupported, "the archive holds no page images")
    }
    let files = files
    pages = names.compactMap { files[$0] }
    sidecars = SidecarNames(images: names, files: files.keys)
    hasSidecars = !sidecars.isEmpty
    // At the top, or in the one folder that everything is in.
    comicInfoName = files.keys.filter { FileName($0).last == ComicInfo.fileName }
      .min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
    if let encrypted = pages.first(where: \.isEncrypted) { try archive.checkPassword(encrypted) }
  }

  var pageCount: Int { pages.count }

  func name(ofPage index: Int) -> String? { pages[index].name }

  func image(ofPage index: Int) throws(PageError) -> FileContent {
    try archive.content(of: pages[index])
  }

  func sidecar(ofPage index: Int) throws(PageError) -> SidecarFile? {
    guard let name = sidecars.sidecar(of: Self.path(pages[index])), let entry = files[name] else {
      return nil
    }
    return SidecarFile(name: name, bytes: try archive.content(of: entry))
  }

  func comicInfo() throws(PageError) -> FileContent? {
    guard let entry = comicInfoName.flatMap({ files[$0] }) else { return nil }
    return try archive.content(of: entry)
  }

  /// The path with the separators that ZIP wants; some producers write backslashes.
  private static func path(_ entry: ZipArchive.Entry) -> String {
    entry.name.replacing("\\", with: "/")
  }

  /// The files by path. Throws where the directory is not one to be trusted with anything.
  private static func directory(
    of archive: borrowing ZipArchive
  ) throws(PageError) -> [String: ZipArchive.Entry] {
    guard archive.count <= ArchiveLimits.entries else {
      throw PageError(
        .limit,
        "the archive has \(archive.count) entries: the limit is \(ArchiveLimits.entries)")
    }
    var files: [String: ZipArchive.Entry] = [:]
    for index in 0..<archive.count {
      let entry = try archive.entry(at: index)
      try check(entry)
      guard entry.isFile else { continue }
      guard files.updateValue(entry, forKey: path(entry)) == nil else {
        throw PageError(
          .damaged, "the archive has two entries named \(FileName(entry.name).printable)")
      }
    }
    return files
  }

  /// Throws `limit` or `damaged` for an entry that no archive of pages has.
  private static func check(_ entry: ZipArchive.Entry) throws(PageError) {
    let name = FileName(path(entry))
    guard entry.name.utf8.count <= ArchiveLimits.nameLength else {
      throw PageError(
        .limit, "the archive has a name longer than \(ArchiveLimits.nameLength) bytes")
    }
    guard !name.path.hasPrefix("/"), !name.path.dropFirst().hasPrefix(":/"),
      !name.path.split(separator: "/").contains("..")
    else {
      throw PageError(
        .damaged, "the archive's entry \(name.printable) leads out of the archive")
    }
    guard entry.size <= ArchiveLimits.entrySize else {
      throw PageError(
        .limit,
        "the archive's entry \(name.printable) is \(entry.size / 1_048_576) MiB: the limit is "
          + "\(ArchiveLimits.entrySize / 1_048_576) MiB")
    }
    let ratio = entry.size / max(1, entry.compressedSize)
    guard entry.size <= ArchiveLimits.ratioFloor || ratio <= ArchiveLimits.ratio else {
      throw PageError(
        .limit,
        "the archive's entry \(name.printable) is compressed \(ratio):1: the limit is "
          + "\(ArchiveLimits.ratio):1")
    }
  }

  /// Throws `unsupported` for a document that only happens to be a ZIP with pictures in it.
  private static func refuseDocuments(_ files: [String: ZipArchive.Entry]) throws(PageError) {
    let kinds = [
      ("[Content_Types].xml", "an Office document"), ("mimetype", "a packaged document"),
      ("META-INF/MANIFEST.MF", "a program"),
    ]
    for (name, kind) in kinds where files[name] != nil {
      throw PageError(.unsupported, "it is \(kind), not an archive of page images")
    }
  }
}
