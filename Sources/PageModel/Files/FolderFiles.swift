import CRectoLinux
import Glibc

/// The files below a folder of the disk. No symbolic link below it is followed.
package final class FolderFiles: SourceFiles {
  private let descriptor: Int32
  private let topEntries: [String]

  /// Throws `unreadable`.
  package init(path: String, entries: [String]) throws(PageError) {
    // A worker may be allowed files of it and not the folder.
    descriptor = linux_folder_place(AT_FDCWD, path + "/.")
    topEntries = entries.filter { !$0.hasPrefix(".") }.sorted()
    guard descriptor >= 0 else {
      throw OpenFiles.error(errno, "the folder cannot be read")
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func contains(_ path: RelativePath) -> Bool { byteCount(of: path) != nil }

  package func byteCount(of path: RelativePath) -> Int? {
    guard let file = try? openFile(path) else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  package func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    let bytes: FileBytes
    do throws(PageError) {
      bytes = try FileBytes(owning: openFile(path))
    } catch {
      throw PageError(error.code, "\(path.text): \(error.message)")
    }
    return try check(bytes, of: path, limit: limit)
  }

  /// Calls `fdopendir`.
  package func entries(in folder: RelativePath?) -> [String] {
    guard let folder else { return topEntries }
    guard
      let opened = try? openItem(folder, flags: O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
    else { return [] }
    guard let listing = fdopendir(opened) else {
      close(opened)
      return []
    }
    defer { closedir(listing) }
    return visibleNames(in: listing).sorted()
  }

  // A pipe without a writer must not hold the open.
  private func openFile(_ path: RelativePath) throws(PageError) -> Int32 {
    try openItem(path, flags: O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK)
  }

  /// Opens one component after the other, so that no link among them leads elsewhere. Calls
  /// `openat`.
  private func openItem(_ path: RelativePath, flags: Int32) throws(PageError) -> Int32 {
    var folder = descriptor
    defer { if folder != descriptor { close(folder) } }
    for component in path.components.dropLast() {
      let next = linux_folder_place(folder, component)
      guard next >= 0 else { throw failure }
      if folder != descriptor { close(folder) }
      folder = next
    }
    let file = openat(folder, path.components.last ?? "", flags)
    guard file >= 0 else { throw failure }
    return file
  }

  private var failure: PageError {
    switch errno {
    case ENOENT, ENOTDIR: PageError(.notFound, "no such file")
    case ELOOP: PageError(.unreadable, "cannot be read: it is a symbolic link")
    default: OpenFiles.error(errno)
    }
  }
}
