import RectoBrowser
import RectoEPUBReading
import RectoPageModel

/// A book's files with a part of one of its documents in place of the whole.
struct FilesWithPart: SourceFiles {
  let files: BookFiles
  let path: RelativePath
  let part: FileBytes

  func entries(in folder: RelativePath?) -> [String] { files.entries(in: folder) }

  func contains(_ path: RelativePath) -> Bool { files.contains(path) }

  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    path == self.path ? part : try files.read(path, limit: limit)
  }
}

/// A book's files as its documents see them: fonts without their obfuscation.
struct BookFiles: SourceFiles {
  let open: OpenBook

  /// The media types that the manifest states, by path: the names of files say less.
  var mediaTypes: [String: String] {
    let items = open.book.manifest.compactMap { item in item.path.map { ($0.text, item.mediaType) }
    }
    return Dictionary(items, uniquingKeysWith: { first, _ in first })
      .merging(open.book.spine.map { ($0.path.text, Self.served($0.mediaType)) }) { $1 }
      .merging(open.book.substitutes.map { ($0.key.text, $0.value.mediaType) }) { $1 }
  }

  /// Older names for the media type of documents are served as XHTML (OPF 2.0.1, 1.3.7).
  private static func served(_ mediaType: String) -> String {
    ["text/x-oeb1-document", "application/x-dtbook+xml"].contains(mediaType)
      ? "application/xhtml+xml" : mediaType
  }

  /// Documents name the files that they need; folders are never listed.
  func entries(in folder: RelativePath?) -> [String] { [] }

  func contains(_ path: RelativePath) -> Bool { open.contains(path) }

  func read(_ path: RelativePath, limit: Int) throws(PageError) -> FileBytes {
    let path = open.book.substitutes[path]?.path ?? path
    let file = try open.content(of: path, limit: limit)
    let isStyle = open.mediaType(of: path) == "text/css" || path.text.hasSuffix(".css")
    return isStyle ? PrefixedStyles.translate(file) : file
  }
}
