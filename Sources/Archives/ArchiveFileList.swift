import RectoPageModel

/// The files of an archive by path, as they are found in it.
struct ArchiveFileList<File> {
  private(set) var files: [String: File] = [:]
  /// The bytes of all files, decompressed.
  private(set) var total = 0
  private let limit: Int

  init(archiveBytes: Int) {
    limit = ArchiveLimits.totalSize(ofArchive: archiveBytes)
  }

  /// Throws `limit` beyond the size of all files in `ArchiveLimits`, and `damaged` for a name that
  /// occurs twice.
  mutating func add(_ file: File, named name: String, size: Int) throws(PageError) {
    total += size
    guard total <= limit else {
      throw PageError(
        .limit, "the archive holds more than \(limit >> 20) MiB, which is the limit")
    }
    guard files.updateValue(file, forKey: ArchiveDirectory.path(name)) == nil else {
      throw PageError(.damaged, "the archive has two entries named \(name.printable)")
    }
  }
}
