import RectoPageModel
import Synchronization

/// The files in a ZIP archive, each decompressed into memory when it is read.
package final class ArchiveFiles: SourceFiles {
  /// libzip serves one caller at a time.
  private let archive: Mutex<ZipArchive>
  private let directory: [String: ZipArchive.Entry]

  /// Throws `damaged` for an invalid archive or one with paths that lead out of it, and `limit`
  /// beyond `ArchiveLimits`.
  package init(_ bytes: FileBytes, password: String?) throws(PageError) {
    let archive = try ZipArchive(bytes, password: password)
    directory = try ArchiveDirectory.files(of: archive)
    self.archive = Mutex(archive)
  }

  /// The first file, by name, that is compressed by another method than Deflate.
  package var unusuallyCompressed: String? {
    directory.filter { !$0.value.isDeflated }.keys.min()
  }

  package var paths: [String] { Array(directory.keys) }

  package func entries(in folder: RelativePath?) -> [String] {
    let prefix = folder.map { $0.text + "/" } ?? ""
    var names: Set<String> = []
    for path in directory.keys where path.hasPrefix(prefix) {
      if let name = path.dropFirst(prefix.count).split(separator: "/").first {
        names.insert(String(name))
      }
    }
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }

  package func contains(_ path: RelativePath) -> Bool { directory[path.text] != nil }

  package func byteCount(of path: RelativePath) -> Int? { directory[path.text]?.size }

  package func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    guard let entry = directory[path.text] else {
      throw PageError(.notFound, "\(path.text): no such file")
    }
    guard entry.size <= limit else {
      throw PageError(
        .limit,
        "\(path.text) has \(entry.size >> 20) MiB; at most \(limit >> 20) MiB are read")
    }
    do throws(PageError) {
      return try content(of: entry)
    } catch {
      throw PageError(error.code, "\(path.text.printable): \(error.message)")
    }
  }

  package func content(at path: String) throws(PageError) -> FileBytes {
    guard let entry = directory[path] else { throw PageError(.notFound, "no such file") }
    return try content(of: entry)
  }

  package func head(at path: String) -> [UInt8]? {
    guard let entry = directory[path] else { return nil }
    return archive.withLock { archive in archive.head(of: entry) }
  }

  package func checkPassword(at path: String) throws(PageError) {
    guard let entry = directory[path], entry.isEncrypted else { return }
    try archive.withLock { archive throws(PageError) in try archive.checkPassword(entry) }
  }

  private func content(of entry: ZipArchive.Entry) throws(PageError) -> FileBytes {
    try archive.withLock { archive throws(PageError) in try archive.content(of: entry) }
  }
}
