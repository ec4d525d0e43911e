import Glibc
import RectoArchives
import RectoPageModel

/// Makes a ZIP of a folder: the same files give the same bytes, whenever and wherever that is done.
struct FolderPacker {
  /// Names that only the folder's own computer wants.
  private static let leftOut: Set = ["Thumbs.db", "desktop.ini", "issue.json"]
  /// The extensions of compressible files; pictures and films are compressed already.
  private static let compressible: Set = [
    "css", "csv", "htm", "html", "js", "json", "md", "markdown", "ncx", "opf", "smil", "svg", "ttf",
    "otf", "txt", "xhtml", "xml", "yaml", "yml",
  ]
  /// The maximum depth of folders.
  private static let deepest = 64

  /// The extension of what `pack` makes: a book that was unpacked becomes one again.
  static func fileExtension(ofPacked folder: String) -> String {
    let type = try? FileBytes(path: "\(folder)/mimetype").prefix(64)
    return type.map { String(decoding: $0, as: UTF8.self).hasPrefix("application/epub+zip") }
      == true
      ? "epub" : "zip"
  }

  /// Throws `badContent` for an entry that cannot be packed, such as a link, and `cannotWrite`.
  static func pack(_ folder: String, to path: String) throws(NewsstandError) {
    var names = NaturalOrder.sort(try files(in: folder, below: "", depth: 0))
    // The file `mimetype` of a book has to come first (OCF 3.3, 4.3).
    if let place = names.firstIndex(of: "mimetype") { names.insert(names.remove(at: place), at: 0) }
    guard !names.isEmpty else { throw NewsstandError(.badContent, "the folder is empty") }
    do throws(PageError) {
      let archive = try ZipWriter(path)
      for name in names {
        let type = RectoPageModel.fileExtension(ofPath: name)
        try archive.add(
          "\(folder)/\(name)", as: name, isCompressed: compressible.contains(type))
      }
      try archive.finish()
    } catch {
      throw NewsstandError(.cannotWrite, error.message)
    }
  }

  /// Paths of files, with `/`. Calls `lstat`.
  private static func files(
    in folder: String, below prefix: String, depth: Int
  ) throws(NewsstandError) -> [String] {
    guard depth < deepest else {
      throw NewsstandError(.badContent, "its folders nest deeper than \(deepest)")
    }
    var found: [String] = []
    for name in allNames(inFolder: folder).sorted()
    where !name.hasPrefix(".") && !leftOut.contains(name) {
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0 else { continue }
      switch status.st_mode & S_IFMT {
      case S_IFREG: found.append(prefix + name)
      case S_IFDIR:
        found += try files(in: "\(folder)/\(name)", below: "\(prefix)\(name)/", depth: depth + 1)
      default:
        throw NewsstandError(
          .badContent, "\(prefix)\(name) is neither a file nor a folder: put the file itself there")
      }
    }
    return found
  }
}
