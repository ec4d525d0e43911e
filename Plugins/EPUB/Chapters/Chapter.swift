import RectoJSON
import RectoPDFBackend
import RectoPageModel
import RectoPluginKit

/// A chapter that is laid out.
final class Chapter {
  private let publication: any Publication & DrawnGlyphs
  private let pdfByteCount: Int
  /// The author's text as JSON, until it is put on the pages.
  private var written: [UInt8]
  /// The text of each page, once it was asked for.
  private var texts: [PageText]?
  private var textByteCount = 0
  /// The color of the paper; nil if the chapter has none of its own.
  let background: Color?
  /// True if the document is not well-formed XML, and was read as HTML.
  let isMalformed: Bool
  private let style: ChapterStyle

  /// The letters before each page, and on all of them.
  private lazy var letters = Result { () throws(PageError) in try countLetters() }

  /// Throws `damaged` where the PDF cannot be read.
  init(_ printed: PrintedChapter, style: ChapterStyle) throws(PageError) {
    let opened = try PDFBackend().open(
      Source(path: "chapter.pdf", content: .file(FileBytes(printed.pdf))), options: OpenOptions())
    guard let publication = opened as? any Publication & DrawnGlyphs else {
      throw PageError(.bug, "the PDF backend does not tell its glyphs")
    }
    self.publication = publication
    written = printed.text
    pdfByteCount = printed.pdf.count
    background = printed.background
    isMalformed = printed.isMalformed
    self.style = style
  }

  /// Bytes that it takes.
  var byteCount: Int { pdfByteCount + written.count + textByteCount }

  var pageCount: Int { publication.pageCount }

  func page(at index: Int) throws(PageError) -> any Page { try publication.page(at: index) }

  /// The author's text of a page.
  func text(ofPage index: Int) throws(PageError) -> PageText {
    if texts == nil {
      var glyphs: [[DrawnGlyph]] = []
      for page in 0..<pageCount { glyphs.append(try publication.glyphs(ofPage: page)) }
      let placed = PlacedText(try readWritten(), glyphs: glyphs)
      let fresh = glyphs.indices.map { placed.text(ofPage: $0) }
      texts = fresh
      textByteCount = fresh.reduce(0) { $0 + $1.byteCount }
      written = []
    }
    guard let texts, texts.indices.contains(index) else {
      // It says why.
      _ = try publication.page(at: index)
      return .none
    }
    return texts[index]
  }

  private func readWritten() throws(PageError) -> WrittenText {
    do throws(JSONError) {
      return try WrittenText(jsonBytes: written)
    } catch {
      throw PageError(.bug, "the script answers something else: \(error)")
    }
  }

  /// The position of the element with a name; nil if there is none.
  func place(named name: String) -> (page: Int, point: Point?)? {
    // The browser keeps some names as links escape them.
    guard let named = publication as? any NamedPlaces,
      let place = named.place(named: name) ?? named.place(named: Locator.href(ofPath: name))
    else { return nil }
    return (place.page, place.point.map(style.onPage))
  }
}

extension PageText {
  /// Bytes that it takes, about.
  fileprivate var byteCount: Int {
    blocks.lazy.flatMap(\.lines).flatMap(\.words).reduce(0) { count, word in
      count + MemoryLayout<TextWord>.stride + word.glyphs.count * MemoryLayout<Rect>.stride
    }
  }
}

extension TextWord {
  /// The number of letters without hyphens, which differ in every layout.
  fileprivate var letterCount: Int {
    text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
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
    for index in 0..<pageCount {
      starts.append(total)
      let words = try text(ofPage: index).blocks.flatMap(\.lines).flatMap(\.words)
      total += max(1, words.reduce(0) { $0 + $1.letterCount })
    }
    return (starts, max(1, total))
  }
}
