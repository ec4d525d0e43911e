import RectoPageModel

/// The files of a ZIP archive, as far as its directory can be trusted.
enum ArchiveDirectory {
  /// Throws `limit` beyond `ArchiveLimits`, and `damaged` if an entry leads out of the archive
  /// or is there twice.
  static func files(
    of archive: borrowing ZipArchive
  ) throws(PageError) -> [String: ZipArchive.Entry] {
    guard archive.count <= ArchiveLimits.entries else {
      throw PageError(
        .limit,
        "the archive has \(archive.count) entries: the limit is \(ArchiveLimits.entries)")
    }
    var list = ArchiveFileList<ZipArchive.Entry>(archiveBytes: archive.byteCount)
    for index in 0..<archive.count {
      let entry = try archive.entry(at: index)
      try check(entry)
      if entry.isFile { try list.add(entry, named: entry.name, size: entry.size) }
    }
    return list.files
  }

  /// Normalizes separators to those of ZIP, since some producers write others, and drops redundant
  /// ones.
  static func path(_ name: String) -> String {
    components(name).filter { $0 != "." }.joined(separator: "/")
  }

  /// By scalars: to a file system, a separator with an accent upon it is one.
  private static func components(_ name: String) -> [String] {
    name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.map(String.init)
  }

  /// Throws `limit` or `damaged` for a name or a size that no entry of an archive of pages has.
  static func check(_ entryName: String, size: Int) throws(PageError) {
    let name = entryName.replacing("\\", with: "/")
    let parts = components(entryName)
    guard entryName.utf8.count <= ArchiveLimits.nameLength else {
      throw PageError(
        .limit, "the archive has a name longer than \(ArchiveLimits.nameLength) bytes")
    }
    guard name.unicodeScalars.first != "/", !name.dropFirst().hasPrefix(":/"),
      !parts.contains("..")
    else {
      throw PageError(
        .damaged, "the archive's entry \(name.printable) leads out of the archive")
    }
    guard size <= ArchiveLimits.entrySize else {
      throw PageError(
        .limit,
        "the archive's entry \(name.printable) is \(size >> 20) MiB: the limit is "
          + "\(ArchiveLimits.entrySize >> 20) MiB")
    }
  }

  /// The same, and for a size that its compressed content cannot have.
  private static func check(_ entry: ZipArchive.Entry) throws(PageError) {
    try check(entry.name, size: entry.size)
    let name = entry.name.replacing("\\", with: "/")
    // No method makes content much longer than it is; its directory would lie about the size.
    guard entry.compressedSize <= entry.size + entry.size / 64 + 1024 else {
      throw PageError(
        .damaged, "the archive's entry \(name.printable) does not have its stated size")
    }
    let ratio = entry.size / max(1, entry.compressedSize)
    guard entry.size <= ArchiveLimits.ratioFloor || ratio <= ArchiveLimits.ratio else {
      throw PageError(
        .limit,
        "the archive's entry \(name.printable) is compressed \(ratio):1: the limit is "
          + "\(ArchiveLimits.ratio):1")
    }
  }
}
