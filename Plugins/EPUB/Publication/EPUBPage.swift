import RectoBrowser
import RectoEPUBReading
import RectoHTMLBackend
import RectoPageModel

/// A page of a book: one of the pages of a chapter, or a document of fixed size.
///
/// The size and place of a chapter's page are known without laying the chapter out.
final class EPUBPage: ForwardedPage, PackedTextPage {
  private let book: EPUBPublication
  private let item: Int
  private let indexInItem: Int
  private let isFixed: Bool

  /// A document of fixed size.
  init(_ page: any Page, at index: Int, of book: EPUBPublication, item: Int) {
    self.book = book
    self.item = item
    indexInItem = 0
    isFixed = true
    super.init(page, at: index)
  }

  /// A page of a chapter, by its index there.
  init(_ page: Int, ofChapter item: Int, at index: Int, of book: EPUBPublication) {
    self.book = book
    self.item = item
    indexInItem = page
    isFixed = false
    // The browser cuts pages to whole pixels of its own.
    let facts = PageFacts(
      index: index, label: "\(index + 1)", rotation: .none, boxes: PageBoxes(book.style.size),
      spreadPosition: .automatic)
    super.init(facts) { () throws(PageError) in try book.shelf.chapter(item).page(at: page) }
  }

  private func chapter() throws(PageError) -> Chapter { try book.shelf.chapter(item) }

  override var label: String { book.label(ofItem: item, page: indexInItem, at: index) }

  override var spreadPosition: SpreadPosition {
    book.spreadPosition(ofItem: item, page: indexInItem)
  }

  /// On the chapter's own paper, also beyond the text area, where the browser prints none.
  override func render(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    if !isFixed, let background = try chapter().background { bitmap.fill(background) }
    try page().render(request, on: grid, into: bitmap)
  }

  override func paint(
    _ request: RenderRequest, on grid: PixelGrid, into bitmap: Bitmap
  ) throws(PageError) {
    bitmap.fill(request.background)
    try render(request, on: grid, into: bitmap)
  }

  override func text() throws(PageError) -> PageText {
    isFixed
      ? try super.text().inLanguage(book.book.metadata.language?.text)
      : try chapter().text(ofPage: indexInItem)
  }

  func packedText() throws(PageError) -> [UInt8] {
    isFixed ? try text().packed : try chapter().packedText(ofPage: indexInItem)
  }

  override func target(_ target: LinkTarget) -> LinkTarget {
    switch target {
    case .page(let page, let point):
      // In a chapter, one of its own pages; from a fixed page, another such page.
      guard !isFixed else { return book.fixedTarget(page, point) }
      let start = try? chapter().start(ofPage: page, point)
      return .page(index - indexInItem + (start?.page ?? page), start?.point)
    case .url(let address):
      guard let place = IssueAddress.parts(of: address) else { return target }
      return book.target(ofPath: place.path, fragment: place.fragment)
    case .file(let path):
      return book.target(ofPath: path, fragment: nil)
    default: return target
    }
  }

  override func links() throws(PageError) -> [Link] {
    guard !isFixed else { return try super.links() }
    return try chapterLinks().filter { !ChapterMedia.isMedium($0) }
      .map { Link(quads: $0.quads, target: target($0.target)) }
  }

  /// Those of the chapter, with its own targets: others need the pages of the whole book.
  private func chapterLinks() throws(PageError) -> [Link] {
    try (page() as? any LinksPage)?.links() ?? []
  }

  /// The media that the page shows, and the sound by which it is read aloud. On the first page of a
  /// document that is all of its narration, on others what they have parts of.
  override func media() throws(PageError) -> [MediaItem] {
    let placed =
      isFixed ? try super.media() : ChapterMedia.items(try chapterLinks(), of: book.open)
    guard let overlay = book.book.overlay(of: book.spine[item]) else { return placed }
    let areas = try areas(of: overlay.clips.compactMap(\.text.fragment))
    return placed
      + overlay.audioFiles.compactMap { file in
        guard let path = file.path else { return nil }
        let cues = overlay.clips.filter { $0.audio == file }.compactMap { clip in
          clip.text.fragment.flatMap { areas[$0] }.map { boxes in
            MediaCue(begin: clip.begin, end: clip.end, quads: boxes.map { Quad($0) })
          }
        }
        guard book.begins(document: item, page: indexInItem) || !cues.isEmpty else { return nil }
        return MediaItem(
          kind: .audio, box: Rect(size), mediaType: book.open.mediaType(of: path),
          name: path.text, isEmbedded: book.open.contains(path), cues: cues)
      }
  }

  private func areas(of names: [String]) throws(PageError) -> [String: [Rect]] {
    guard isFixed else { return try chapter().areas(onPage: indexInItem) }
    return try (page() as? any NamedAreas)?.areas(named: names) ?? [:]
  }

  override func mediaData(at index: Int, limit: Int) throws(PageError) -> [UInt8] {
    try mediaData(at: index, limit: limit, in: BookFiles(open: book.open))
  }
}

extension PageText {
  /// With the language of the publication for the words of documents that name none.
  fileprivate func inLanguage(_ language: String?) -> PageText {
    guard let language else { return self }
    var text = self
    for block in text.blocks.indices {
      for line in text.blocks[block].lines.indices {
        for word in text.blocks[block].lines[line].words.indices
        where text.blocks[block].lines[line].words[word].language == nil {
          text.blocks[block].lines[line].words[word].language = language
        }
      }
    }
    return text
  }
}
