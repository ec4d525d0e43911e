import RectoPageModel

/// The cover of the book, in the forms of all versions of EPUB.
struct Cover {
  let image: RelativePath?
  let page: RelativePath?

  /// The property of EPUB 3 first, then the `meta` of EPUB 2, which names an item or, wrongly and
  /// often, its file; the page by landmarks and guide.
  init(
    manifest: Manifest, metadata: MetadataReader, landmarks: [NavigationEntry],
    container: BookContainer
  ) {
    func isThere(_ path: RelativePath) -> Bool { container.contains(path) }
    let named = metadata.legacy("cover").flatMap { name in
      manifest[name] ?? manifest.items.first { $0.path?.ends(with: name) == true }
    }
    let candidates = [manifest.item(withProperty: "cover-image"), named].compactMap(\.self)
    let pages =
      landmarks.filter { $0.kinds.contains("cover") }.compactMap { $0.target?.path }
      + candidates.filter(\.isContentDocument).compactMap(\.path)
    image =
      (candidates.filter { $0.mediaType.hasPrefix("image/") }.compactMap(\.path)
      + pages.filter { path in
        manifest.items.contains { $0.path == path && $0.mediaType.hasPrefix("image/") }
      }).first(where: isThere)
    page = pages.first(where: isThere)
  }
}

extension RelativePath {
  /// True if a name of a file, with folders or without, stands for this path.
  fileprivate func ends(with name: String) -> Bool {
    let wanted = name.split(separator: "/").filter { $0 != "." && $0 != ".." }.map(String.init)
    return !wanted.isEmpty && components.suffix(wanted.count) == wanted[...]
  }
}
