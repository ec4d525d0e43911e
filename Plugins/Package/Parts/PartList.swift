import RectoPageModel

/// The parts of a package in their order.
struct PartList {
  private(set) var parts: [Part] = []
  /// About parts that are left out.
  private(set) var warnings: [PageWarning] = []
  /// For each page of the whole, its part and its place among the part's pages.
  private(set) var pages: [(part: Int, place: Int)] = []

  /// Opens what the manifest lists. A part that cannot be opened is left out, with a warning.
  ///
  /// Throws the first part's error where none is left, and `needsPassword` for any part.
  init(_ manifest: PackageManifest, _ opener: PartOpener) throws(PageError) {
    var failure: PageError?
    var entries = manifest.parts.map { ($0, Part.Label?.none) }
    if let cover = manifest.cover {
      entries.insert((PackageManifest.Part(path: cover, pages: "1"), .cover), at: 0)
    }
    for (entry, label) in entries {
      do throws(PageError) {
        try append(entry, label: label, opener)
      } catch {
        guard error.code != .needsPassword else { throw error }
        failure = failure ?? error
        warnings.append(
          PageWarning(code: "missing-part", message: "a part is left out: \(error.message)"))
      }
    }
    guard !pages.isEmpty else {
      throw failure ?? PageError(.damaged, "\(PackageManifest.fileName): no part has a page")
    }
  }

  private mutating func append(
    _ entry: PackageManifest.Part, label: Part.Label?, _ opener: PartOpener
  ) throws(PageError) {
    let path: RelativePath
    do throws(InvalidPath) {
      path = try RelativePath(entry.path)
    } catch {
      throw PageError(
        .damaged, "\(PackageManifest.fileName): the path \(entry.path.printable) \(error.sentence)")
    }
    let source = try opener.source(path)
    do throws(PageError) {
      let publication = try opener.open(source)
      let chosen = try entry.pages.map { text throws(PageError) in
        try PageSelection(text, count: publication.pageCount)
      }
      let part = Part(
        publication, path: path, title: entry.title,
        pages: (chosen ?? PageSelection(count: publication.pageCount)).indices,
        start: pages.count, label: label ?? (entry.keepsLabels ? .own : .count))
      pages += part.pages.indices.map { (parts.count, $0) }
      parts.append(part)
    } catch {
      throw PageError(error.code, "\(path.text.printable): \(error.message)")
    }
  }

  /// The index in the whole of one of a part's own pages; nil if it is not shown.
  ///
  /// A file may be listed more than once, with other pages: links go from one of these parts to another.
  func place(of page: Int, in part: Part) -> Int? {
    if let place = part.place(of: page) { return place }
    return parts.lazy.filter { $0.path == part.path }.compactMap { $0.place(of: page) }.first
  }

  /// The first part that a path names, with the fragment after it, if it names one.
  ///
  /// `url` is relative to the folder of the part that it stands in.
  func part(of url: String, in part: Part) -> (part: Part, fragment: String?)? {
    let pieces = url.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = pieces.first, !first.isEmpty,
      let path = try? RelativePath(String(first).percentDecoded, from: part.path.folder),
      let target = parts.first(where: { $0.path == path })
    else { return nil }
    return (target, pieces.count > 1 ? String(pieces[1]) : nil)
  }
}
