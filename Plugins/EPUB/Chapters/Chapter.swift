import RectoJSON
import RectoPDFBackend
import RectoPageModel
import RectoPluginKit

/// A chapter that is laid out.
final class Chapter {
  private let publication: any Publication & DrawnGlyphs
  private let pdfByteCount: Int
  /// The index of its document in the spine.
  private let item: Int
  /// Has the text on the pages, or takes it.
  private let store: (any LayoutStore)?
  /// The author's text as JSON, until it is put on the pages.
  private var written: [UInt8]
  /// The text on the pages, once it was asked for.
  private var placed: PlacedPages?
  /// The color of the paper; nil if the chapter has none of its own.
  let background: Color?
  let problems: ChapterProblems
  private let style: ChapterStyle
  /// The end of the content of each page, where it was asked for.
  private var ends: [Int: Double?] = [:]

  /// The letters before each page, and on all of them.
  private lazy var letters = Result { () throws(PageError) in try countLetters() }

  /// Throws `damaged` where the PDF cannot be read.
  init(
    _ printed: PrintedChapter, ofItem item: Int, style: ChapterStyle, store: (any LayoutStore)?
  ) throws(PageError) {
    let opened = try PDFBackend().open(
      Source(path: "chapter.pdf", content: .file(FileBytes(printed.pdf))), options: OpenOptions())
    guard let publication = opened as? any Publication & DrawnGlyphs else {
      throw PageError(.bug, "the PDF backend does not tell its glyphs")
    }
    publication.textRows = style.margin - 0.5...style.size.height - style.margin + 0.5
    self.publication = publication
    self.item = item
    self.store = store
    written = printed.text
    pdfByteCount = printed.pdf.count
    background = printed.background
    problems = printed.problems
    self.style = style
  }

  /// Bytes that it takes.
  var byteCount: Int { pdfByteCount + written.count + (placed?.byteCount ?? 0) }

  var pageCount: Int { publication.pageCount }

  func page(at index: Int) throws(PageError) -> any Page { try publication.page(at: index) }

  /// The author's text of a page.
  func text(ofPage index: Int) throws(PageError) -> PageText {
    // A page that is not there says why.
    _ = try publication.page(at: index)
    return try placedPages().text(ofPage: index)
  }

  /// The same, packed.
  func packedText(ofPage index: Int) throws(PageError) -> [UInt8] {
    _ = try publication.page(at: index)
    return try placedPages().packedText(ofPage: index)
  }

  /// The areas on a page of the elements that are narrated, by their names.
  func areas(onPage index: Int) throws(PageError) -> [String: [Rect]] {
    try placedPages().areas(onPage: index)
  }

  /// Letters are put on the pages of a chapter once, since that takes longer than to read them.
  private func placedPages() throws(PageError) -> PlacedPages {
    if let placed { return placed }
    let name = LayoutName.text(ofPart: item)
    if let kept = store?.layout(name).flatMap({ PlacedPages($0) }),
      kept.letterCounts.count == pageCount
    {
      placed = kept
    } else {
      var glyphs: [[DrawnGlyph]] = []
      for page in 0..<pageCount { glyphs.append(try self.glyphs(ofPage: page)) }
      let fresh = PlacedPages(PlacedText(try readWritten(), glyphs: glyphs))
      store?.keep(fresh.bytes, as: name, isLasting: true)
      placed = fresh
    }
    written = []
    return try placedPages()
  }

  private func glyphs(ofPage index: Int) throws(PageError) -> [DrawnGlyph] {
    try publication.glyphs(ofPage: index)
  }

  private func readWritten() throws(PageError) -> WrittenText {
    do throws(JSONError) {
      return try WrittenText(jsonBytes: written)
    } catch {
      throw PageError(.bug, "the script returned an unexpected value: \(error)")
    }
  }

  /// The position of the element with a name; nil if there is none.
  func place(named name: String) -> (page: Int, point: Point?)? {
    // The browser keeps some names as the links of `ChapterScript` escape them.
    guard let named = publication as? any NamedPlaces,
      let place = named.place(named: name) ?? named.place(named: name.escapedAsURIComponent)
    else { return nil }
    return start(ofPage: place.page, place.point)
  }

  /// The beginning of the content at a place of the print. An element may begin at the foot of a page
  /// and its first line on the next, such as an empty one before a heading that is kept with its text.
  func start(ofPage page: Int, _ point: Point?) -> (page: Int, point: Point?) {
    guard let point = point.map(style.onPage) else { return (page, nil) }
    let isAtFoot = point.y > style.size.height - style.margin - style.size.height / 4
    guard isAtFoot, page + 1 < pageCount, endOfContent(ofPage: page).map({ $0 <= point.y }) ?? false
    else { return (page, point) }
    return (page + 1, Point(x: point.x, y: style.margin))
  }

  /// The lowest baseline or edge of a picture; nil for a page without, and for vertical text.
  private func endOfContent(ofPage page: Int) -> Double? {
    if let known = ends[page] { return known }
    let glyphs = ((try? self.glyphs(ofPage: page)) ?? []).filter { !$0.isClipped }
    let images = (try? (publication.page(at: page) as? any ImagesPage)?.images()) ?? []
    let isVertical = glyphs.contains { abs($0.end.y - $0.start.y) > abs($0.end.x - $0.start.x) }
    let end = (glyphs.map(\.start.y) + images.map(\.box.maxY)).max()
    ends[page] = .some(isVertical ? nil : end)
    return isVertical ? nil : end
  }
}

extension Chapter {
  /// The position of a page's start in the chapter, from 0 to 1, by the letters before it. Pages
  /// without letters count as one letter, so that no two have the same position.
  func progression(ofPage index: Int) throws(PageError) -> Double {
    let (starts, total) = try letters.get()
    return starts.indices.contains(index) ? Double(starts[index]) / Double(total) : 0
  }

  /// The last page that begins at or before a place.
  func page(at progression: Double) throws(PageError) -> Int {
    let (starts, total) = try letters.get()
    let offset = Int((progression * Double(total)).rounded())
    return starts.lastIndex { $0 <= offset } ?? 0
  }

  private func countLetters() throws(PageError) -> (starts: [Int], total: Int) {
    var starts: [Int] = []
    var total = 0
    for count in try placedPages().letterCounts {
      starts.append(total)
      total += max(1, count)
    }
    return (starts, max(1, total))
  }
}
