import RectoPageModel
import RectoPipeline

/// The layout of a library's folder. No name in it comes from an issue or a server.
struct LibraryFolder: Sendable {
  let path: String

  /// The path is that of the library; nothing is made.
  init(_ path: String) { self.path = absolutePath(path) }

  var database: String { "\(path)/library.sqlite" }
  var lock: String { "\(path)/lock" }
  /// One folder an installed issue.
  var issues: String { "\(path)/issues" }
  /// Installations and removals in progress, which are cleared at each start.
  var staging: String { "\(path)/staging" }
  var downloads: String { "\(path)/downloads" }
  var catalogs: String { "\(path)/catalogs" }

  func folder(of id: IssueID) -> String { "\(issues)/\(id.digest)" }
  func staging(of id: IssueID) -> String { "\(staging)/\(id.digest)" }
  /// The old content of an issue while new content takes its place.
  func replaced(of id: IssueID) -> String { "\(staging)/\(id.digest)\(Self.replacedEnd)" }
  static let replacedEnd = ".replaced"

  /// Makes the folders that are not there. Throws `cannotWrite`.
  func prepare() throws(NewsstandError) {
    for folder in [issues, staging, downloads, catalogs] {
      do throws(PageError) {
        try makeFolder(folder)
      } catch {
        throw NewsstandError(.cannotWrite, error.message)
      }
    }
  }
}

extension IssueID {
  /// 64 lower-case hexadecimal digits that stand for it in the names of files: the SHA-256 of its
  /// text.
  package var digest: String {
    var hash = SHA256()
    var text = text
    text.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
    return hash.digest().hex
  }
}
