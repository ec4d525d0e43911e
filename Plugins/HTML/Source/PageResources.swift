import RectoPageModel

/// The files that a page, its style sheets and its scripts name, found without parsing them.
enum PageResources {
  /// A file with another extension needs the page's folder as the source.
  private static let named = NamedFiles(
    endings: PictureExtensions.raster.union(HTMLPageNames.extensions).union([
      "css", "js", "mjs", "json", "svg", "svgz", "ico", "apng", "woff", "woff2", "ttf", "otf",
      "ttc", "mp4", "m4v", "webm", "ogv", "mp3", "m4a", "ogg", "wav", "vtt",
    ]), separators: ",;`")
  /// Files that name others.
  private static let textExtensions: Set = ["css", "js", "mjs"]
  /// The maximum number of bytes of the page and of these files that are searched.
  private static let mostText = 8 << 20
  /// The maximum length of all paths in bytes, since a worker gets them in one packet.
  private static let mostBytes = 24 << 10

  /// Their paths, whether they exist or not; empty for files that are not named as pages.
  static func paths(besidePageAt path: String) -> [String] {
    guard HTMLPageNames.isPage(path), let page = try? FileBytes(path: path) else { return [] }
    let folder = folderPrefix(of: path)
    var paths: [String] = []
    var seen: Set<RelativePath> = []
    var (byteCount, textLeft) = (0, mostText)

    /// Adds the names in a text, relative to a folder. Returns false once a limit is reached.
    func add(_ bytes: FileBytes, _ place: RelativePath?) -> Bool {
      let text = bytes.prefix(textLeft)
      textLeft -= text.count
      for name in named.names(in: text, from: place) where seen.insert(name).inserted {
        let path = folder + name.text
        byteCount += path.utf8.count + 8
        guard byteCount <= mostBytes else { return false }
        paths.append(path)
      }
      return textLeft > 0
    }

    guard add(page, nil) else { return paths }
    // The list grows while it is read.
    var index = 0
    while index < paths.count {
      defer { index += 1 }
      guard let name = try? RelativePath(String(paths[index].dropFirst(folder.count))),
        textExtensions.contains(name.fileExtension), let bytes = try? FileBytes(path: paths[index])
      else { continue }
      // Addresses in scripts are relative to the page, or to the script where it is a module.
      guard add(bytes, name.folder), name.fileExtension == "css" || add(bytes, nil) else { break }
    }
    return paths
  }
}
