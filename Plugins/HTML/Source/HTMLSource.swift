import RectoBrowser
import RectoJSON
import RectoPageModel
import RectoPluginKit

/// The files, pages and options of an HTML publication.
struct HTMLSource {
  let files: any SourceFiles
  /// The paths of its pages, in their order.
  let pages: [String]
  let book: BookFile?
  let options: LayoutOptions
  /// The value of `OpenOptions.callSeconds`.
  let callSeconds: Double
  /// The time limit for starting the browser, which takes half a second unless the machine is busy.
  var secondsToStart: Double { 0.8 * callSeconds }
  /// The files that the pages can load.
  let served: ServedFiles
  /// True if each page has the size that it states, and is cropped to it.
  let isFixed: Bool
  private(set) var warnings: [PageWarning] = []
  let hyphenation = Hyphenation()

  /// Throws `unsupported` if there are no pages, and `damaged` or `limit` for an invalid
  /// `book.json`.
  init(_ source: Source, options: OpenOptions) throws(PageError) {
    self.options = options.layout
    callSeconds = options.callSeconds
    isFixed = false
    switch source.content {
    case .file(let bytes):
      let name = HTMLPageNames.isPage(source.name) ? source.name : "page.html"
      files = FileWithNeighbors(bytes, name: name, path: source.path)
      served = ServedFiles(files)
      (book, pages) = (nil, [name])
      return
    case .folder(let entries):
      files = try FolderFiles(path: source.path, entries: entries)
    case .files(let given):
      files = given
    }
    served = ServedFiles(files)
    book = try Self.book(in: files)
    let files = files
    let wanted = book?.contents.compactMap { try? RelativePath($0) } ?? []
    let found = wanted.filter(files.contains).map(\.text)
    for path in wanted where !found.contains(path.text) {
      warnings.append(
        PageWarning(
          code: "missing-file",
          message: "\(HTMLPageNames.book) lists \(path.text), which is not there")
      )
    }
    pages = found.isEmpty ? Self.linked(HTMLPageNames.pages(files.entries), in: files) : found
    guard !pages.isEmpty else { throw PageError(.unsupported, "it contains no HTML pages") }
    let unnumbered = found.isEmpty ? HTMLPageNames.unnumbered(files.entries) : []
    if let first = unnumbered.first {
      let which =
        unnumbered.count == 1 ? "\(first) is" : "\(unnumbered.count) files, such as \(first), are"
      warnings.append(
        PageWarning(
          code: "left-out",
          message: "\(which) not shown, since only numbered pages such as \(pages[0]) are: list "
            + "all pages in a \(HTMLPageNames.book)"))
    }
    warnings += Self.publications(in: files.entries).map { name in
      PageWarning(
        code: "left-out",
        message: "\(name) is not shown, since only the HTML pages are: name both in a recto.json, "
          + "or publish it by itself")
    }
  }

  /// The pages in the order of their links to the next page (HTML, 4.6.7.13), which manuals have,
  /// beginning with the first; pages that none of these links reaches follow.
  private static func linked(_ pages: [String], in files: any SourceFiles) -> [String] {
    var chain = Array(pages.prefix(1))
    var rest = Set(pages.dropFirst())
    while let page = chain.last, let path = try? RelativePath(page),
      let bytes = try? files.read(path, limit: pageBytes),
      let next = DocumentHead(bytes.prefix(linkBytes)).next,
      let target = try? RelativePath(
        String(next.prefix { $0 != "#" && $0 != "?" }).percentDecoded, from: path.folder),
      rest.remove(target.text) != nil
    {
      chain.append(target.text)
    }
    return chain + pages.filter(rest.contains)
  }

  /// The number of bytes at the start of a page that are searched for its link to the next one.
  private static let linkBytes = 8 << 10

  /// The other publications beside the pages, which are known by their names.
  private static func publications(in entries: [String]) -> [String] {
    HTMLPageNames.stories(entries)
      + entries.filter { !$0.contains("/") && isPublication(fileName: $0) }
  }

  /// Makes a source of pages that state their size, such as those of a fixed-layout EPUB.
  init(
    fixed pages: [String], files: any SourceFiles, types: [String: String], callSeconds: Double
  ) {
    options = LayoutOptions()
    self.callSeconds = callSeconds
    served = ServedFiles(files, types: types)
    isFixed = true
    self.files = files
    self.pages = pages
    book = nil
  }

  /// The metadata of the first page.
  var head: DocumentHead { head(ofPage: pages.first ?? "") }

  private func head(ofPage path: String) -> DocumentHead {
    let bytes = document(path)
    return DocumentHead(bytes?.prefix(DocumentHead.bytes) ?? [])
  }

  /// The viewport that a page states in its file; read before loading, so that its scripts see no other.
  func statedViewport(ofPage path: String) -> Viewport? {
    head(ofPage: path).viewport.flatMap { viewport(stating: $0) }
  }

  /// The viewport that the content of a `<meta name="viewport">` asks for; nil if it asks for none.
  func viewport(stating content: String) -> Viewport? {
    isFixed ? FixedPageSize(stating: content)?.window : Viewport(stating: content)
  }

  /// The files that a page can load. The page itself comes as HTML or XHTML, whichever it is, since
  /// a book may state the wrong one.
  func served(ofPage path: String, asHTML: Bool) -> ServedFiles {
    if asHTML { return served.readingAsHTML(path) }
    return isFixed ? served.preferringXHTML(at: path) : served
  }

  /// The bytes of a page; nil if they cannot be read.
  func document(_ path: String) -> FileBytes? {
    (try? RelativePath(path)).flatMap { try? files.read($0, limit: Self.pageBytes) }
  }

  /// The maximum bytes of one page without its pictures.
  private static let pageBytes = 16 << 20

  private static func book(in files: any SourceFiles) throws(PageError) -> BookFile? {
    guard let path = try? RelativePath(HTMLPageNames.book), files.contains(path) else { return nil }
    let bytes = try files.read(path, limit: BookFile.limit)
    do throws(JSONError) {
      return try BookFile(jsonBytes: bytes.withBytes { Array($0) })
    } catch {
      throw PageError(.damaged, "\(HTMLPageNames.book): \(error)")
    }
  }

  /// The viewport for pages that do not state one: the requested size, or a tablet's in the book's
  /// orientation.
  var viewport: Viewport {
    if let size = options.pageSize {
      return Viewport(width: wholePixels(size.width), height: wholePixels(size.height))
    }
    return book?.orientation == "portrait"
      ? Viewport(width: 768, height: 1024) : Viewport(width: 1024, height: 768)
  }
}

/// The points in a CSS pixel (CSS Values and Units, 6.2: 96 pixels are an inch).
let pointsPerPixel = 0.75

/// The CSS pixels that hold a length in points.
private func wholePixels(_ points: Double) -> Int {
  Int((points / pointsPerPixel - 0.01).rounded(.up))
}
