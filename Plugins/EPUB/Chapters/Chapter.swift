import PDFBackend
import PageModel

/// A chapter that is laid out.
final class Chapter {
  private let publication: any Publication
  /// Bytes that it takes.
  let byteCount: Int
  /// Of the paper; nil where the chapter has none of its own.
  let background: Color?
  private let style: ChapterStyle

  /// The letters before each page, and on all of them.
  private lazy var letters = Result { () throws(PageError) in try countLetters() }

  /// Throws `damaged` where the PDF cannot be read.
  init(_ pdf: [UInt8], background: Color?, style: ChapterStyle) throws(PageError) {
    publication = try PDFBackend().open(
      Source(path: "chapter.pdf", content: .file(FileBytes(pdf))), options: OpenOptions())
    byteCount = pdf.count
    self.background = background
    self.style = style
  }

  var pageCount: Int { publication.pageCount }

  func page(at index: Int) throws(PageError) -> any Page { try publication.page(at: index) }

  /// Where the element of a name stands; nil where there is none.
  func place(named name: String) -> (page: Int, point: Point?)? {
    // The browser keeps some names as links escape them.
    guard let named = publication as? any NamedPlaces,
      let place = named.place(named: name) ?? named.place(named: Locator.href(ofPath: name))
    else { return nil }
    return (place.page, place.point.map(style.onPage))
  }
}

extension TextWord {
  /// Without hyphens, of which every layout has others.
  fileprivate var letterCount: Int {
    text.unicodeScalars.count { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}

extension Chapter {
  /// How far into the chapter a page begins, from 0 to 1, by the letters before it. Pages without
  /// letters count as one, so that no two begin at the same place.
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
      let text = try (publication.page(at: index) as? any TextPage)?.text() ?? .none
      let words = text.blocks.flatMap(\.lines).flatMap(\.words)
      total += max(1, words.reduce(0) { $0 + $1.letterCount })
    }
    return (starts, max(1, total))
  }
}
