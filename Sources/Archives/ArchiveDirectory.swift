import PageModel

/// The files of an archive by path, as far as its directory can be trusted.
enum ArchiveDirectory {
  /// Throws `limit` beyond `ArchiveLimits`, and `damaged` where an entry leads out of the archive
  /// or is there twice.
  static func files(
    of archive: borrowing ZipArchive
  ) throws(PageError) -> [String: ZipArchive.Entry] {
    guard archive.count <= ArchiveLimits.entries else {
      throw PageError(
        .limit,
        "the archive has \(archive.count) entries: the limit is \(ArchiveLimits.entries)")
    }
    var files: [String: ZipArchive.Entry] = [:]
    var total = 0
    let limit = ArchiveLimits.totalSize(ofArchive: archive.byteCount)
    for index in 0..<archive.count {
      let entry = try archive.entry(at: index)
      try check(entry)
      guard entry.isFile else { continue }
      total += entry.size
      guard total <= limit else {
        throw PageError(
          .limit, "the archive holds more than \(limit >> 20) MiB, which is the limit")
      }
      guard files.updateValue(entry, forKey: path(entry)) == nil else {
        throw PageError(
          .damaged, "the archive has two entries named \(entry.name.printable)")
      }
    }
    return files
  }

  /// With the separators that ZIP wants, of which some producers write others, and without those
  /// that part nothing.
  private static func path(_ entry: ZipArchive.Entry) -> String {
    components(entry.name).filter { $0 != "." }.joined(separator: "/")
  }

  /// By scalars: to a file system, a separator with an accent upon it is one.
  private static func components(_ name: String) -> [String] {
    name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.map(String.init)
  }

  /// Throws `limit` or `damaged` for an entry that no archive of pages has.
  private static func check(_ entry: ZipArchive.Entry) throws(PageError) {
    let name = entry.name.replacing("\\", with: "/")
    let parts = components(entry.name)
    guard entry.name.utf8.count <= ArchiveLimits.nameLength else {
      throw PageError(
        .limit, "the archive has a name longer than \(ArchiveLimits.nameLength) bytes")
    }
    guard name.unicodeScalars.first != "/", !name.dropFirst().hasPrefix(":/"),
      !parts.contains("..")
    else {
      throw PageError(
        .damaged, "the archive's entry \(name.printable) leads out of the archive")
    }
    guard entry.size <= ArchiveLimits.entrySize else {
      throw PageError(
        .limit,
        "the archive's entry \(name.printable) is \(entry.size >> 20) MiB: the limit is "
          + "\(ArchiveLimits.entrySize >> 20) MiB")
    }
    // No method makes content much longer than it is; its directory would lie about the size.
    guard entry.compressedSize <= entry.size + entry.size / 64 + 1024 else {
      throw PageError(
        .damaged, "the archive's entry \(name.printable) does not have the size that is stated")
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
