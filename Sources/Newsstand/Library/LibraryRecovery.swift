import Glibc
import RectoPageModel

/// Makes records again where those there are cannot be read.
struct LibraryRecovery {
  private let folder: LibraryFolder

  init(_ folder: LibraryFolder) { self.folder = folder }

  /// The descriptions in the folders of installed issues.
  func installed() -> [InstalledIssue] {
    allNames(inFolder: folder.issues).sorted().compactMap(contents)
  }

  /// Puts the damaged records aside, beside where they were, and gives the descriptions in the folders
  /// of installed issues. Throws `cannotWrite`.
  func begin() throws(NewsstandError) -> [InstalledIssue] {
    let found = installed()
    let aside = "\(folder.database).damaged-\(Int(currentTime()))"
    for suffix in ["-wal", "-shm", ""] {
      guard access(folder.database + suffix, F_OK) == 0 else { continue }
      try DurableFiles.move(folder.database + suffix, to: aside + suffix)
    }
    return found
  }

  /// Nil for a folder that is not that of the issue which it names.
  private func contents(inFolder name: String) -> InstalledIssue? {
    let path = "\(folder.issues)/\(name)/\(InstalledIssue.fileName)"
    guard let contents = try? InstalledIssue(path: path), contents.issue.id.digest == name,
      !contents.files.isEmpty
    else { return nil }
    return contents
  }
}
