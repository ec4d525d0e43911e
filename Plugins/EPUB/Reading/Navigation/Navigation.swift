import RectoPageModel

/// The lists of a book's navigation, wherever they are.
struct Navigation {
  private(set) var contents: [NavigationEntry] = []
  private(set) var pageList: [NavigationEntry] = []
  private(set) var landmarks: [NavigationEntry] = []

  /// The navigation document counts. Without one, or where it cannot be read, the NCX does: the one
  /// that the spine names, else the first that there is. The guide stands in for landmarks.
  init(
    manifest: Manifest, spine: Spine, guide: [NavigationEntry], container: BookContainer,
    warnings: inout BookWarnings
  ) {
    if let path = manifest.item(withProperty: "nav")?.path {
      var isMalformed = false
      Self.attempt(path, &warnings) { () throws(PageError) in
        let read = try NavigationDocument(container.document(at: path), at: path)
        (contents, pageList, landmarks) = (read.contents, read.pageList, read.landmarks)
        isMalformed = read.isMalformed
      }
      if isMalformed {
        warnings.add(
          .damagedNavigation,
          "\(path.text.printable) is not well-formed XML: the table of contents is read as HTML")
      }
    }
    if contents.isEmpty, let path = Self.contentsPath(manifest, spine: spine) {
      Self.attempt(path, &warnings) { () throws(PageError) in
        let read = try NCXDocument(container.document(at: path), at: path)
        contents = read.contents
        if pageList.isEmpty { pageList = read.pageList }
      }
    }
    if landmarks.isEmpty { landmarks = guide }
  }

  private static let contentsType = "application/x-dtbncx+xml"

  private static func contentsPath(_ manifest: Manifest, spine: Spine) -> RelativePath? {
    let named = spine.contentsItem.flatMap { manifest[$0] }
    return (named ?? manifest.items.first { $0.mediaType == contentsType })?.path
  }

  private static func attempt(
    _ path: RelativePath, _ warnings: inout BookWarnings, _ read: () throws(PageError) -> Void
  ) {
    do throws(PageError) {
      try read()
    } catch {
      let sentence = error.message.hasPrefix(path.text) ? error : error.about(path.text)
      warnings.add(.damagedNavigation, "the table of contents is not used: \(sentence.message)")
    }
  }
}
