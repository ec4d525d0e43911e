import RectoPageModel
import Synchronization

/// The files in a RAR, 7z or tar archive, each decompressed into memory when it is read.
///
/// These archives are read in one direction. Pages are mostly asked for in the order in which they
/// lie there, so that the archive is read on from where it was, and from its beginning for a page
/// before.
package final class StreamedArchiveFiles: PathFiles {
  private struct Cursor: ~Copyable {
    var archive: StreamedArchive
    /// The number of the entry that comes next.
    var next = 0
  }

  private struct File {
    let number: Int
    let size: Int
  }

  private let bytes: FileBytes
  private let files: [String: File]
  private let cursor: Mutex<Cursor>

  /// Lists the archive.
  ///
  /// Throws `damaged` for an invalid archive or one with paths that lead out of it, `limit` beyond
  /// `ArchiveLimits`, and `unsupported` if it is encrypted.
  package init(_ bytes: FileBytes) throws(PageError) {
    self.bytes = bytes
    files = try Self.list(bytes)
    cursor = Mutex(Cursor(archive: try StreamedArchive(bytes)))
  }

  /// True if a file's first bytes are the signature of one of these archives.
  package static func isArchive(_ head: some Collection<UInt8>) -> Bool {
    // RAR 1.5 to 4 and RAR 5, 7z, and POSIX.1-1988's tar with what followed it.
    head.starts(with: Array("Rar!\u{1A}\u{7}".utf8))
      || head.starts(with: [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C])
      || head.dropFirst(257).starts(with: Array("ustar".utf8))
  }

  package var paths: [String] { Array(files.keys) }

  package func content(at path: String) throws(PageError) -> FileBytes {
    guard let file = files[path] else { throw PageError(.notFound, "no such file") }
    return try cursor.withLock { cursor throws(PageError) in
      if cursor.next > file.number {
        cursor = Cursor(archive: try StreamedArchive(bytes))
      }
      while let entry = try cursor.archive.next() {
        cursor.next += 1
        guard cursor.next > file.number else { continue }
        guard entry.size == file.size else { break }
        return try cursor.archive.content(of: entry)
      }
      throw PageError(.damaged, "an entry of the archive is not where it was")
    }
  }

  package func head(at path: String) -> [UInt8]? { nil }

  /// Does nothing: encrypted entries are not listed.
  package func checkPassword(at path: String) {}

  private static func list(_ bytes: FileBytes) throws(PageError) -> [String: File] {
    var archive = try StreamedArchive(bytes)
    var list = ArchiveFileList<File>(archiveBytes: bytes.count)
    var number = 0
    while let entry = try archive.next() {
      guard number < ArchiveLimits.entries else {
        throw PageError(
          .limit, "the archive has more than \(ArchiveLimits.entries) entries, which is the limit")
      }
      defer { number += 1 }
      try ArchiveDirectory.check(entry.name, size: entry.size)
      guard entry.isFile else { continue }
      let file = File(number: number, size: entry.size)
      try list.add(file, named: entry.name, size: entry.size)
    }
    let ratio = list.total / max(1, bytes.count)
    guard list.total <= ArchiveLimits.ratioFloor || ratio <= ArchiveLimits.ratio else {
      throw PageError(
        .limit,
        "the archive is compressed \(ratio):1: the limit is \(ArchiveLimits.ratio):1")
    }
    return list.files
  }
}
