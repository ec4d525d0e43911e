import RectoPageModel
import TestSupport
import Testing

/// The facts that a book of the W3C's test suite must give. Pages count from 0; colors are red, green and blue.
enum Expectation: Sendable {
  /// The number of pages.
  case pages(Int)
  /// The least number of pages of a book that flows.
  case flowsOver(Int)
  /// Words on a page, in this order.
  case says(Int, String)
  /// Words that some page has.
  case tells(String)
  /// Words that no page has.
  case neverSays(String)
  /// The size of a page, in points.
  case size(Int, Double, Double)
  /// The number of pages of a size.
  case sizes(Int, Double, Double)
  case sides([SpreadPosition])
  /// The pages that lie side by side.
  case spreads([[Int]])
  /// A color of at least five thousandths of a page.
  case shows(Int, [UInt8])
  /// The same of some page.
  case showsSomewhere([UInt8])
  /// A color that less than a thousandth of a page has, such as single pixels of edges.
  case lacks(Int, [UInt8])
  /// The share of a page that is not white, such as that of a picture.
  case isDrawn(Int, ClosedRange<Double>)
  /// Two pages that are equal, pixel by pixel.
  case equal(Int, Int)
  /// A part of the name of a font on a page.
  case font(Int, String)
  /// The same that no page has.
  case noFont(String)
  /// A word in the left half of a page.
  case left(Int, String)
  /// A word in the right half of a page.
  case right(Int, String)
  /// The direction of a word.
  case runs(Int, String, TextDirection)
  case title(String, ReadingDirection?)
  case author(String, ReadingDirection?)
  /// The titles of the table of contents, with their pages.
  case contents([(String, Int)])
  /// The targets of a page's links.
  case links(Int, to: [Int])
  /// A sound in the book, by its name.
  case sound(Int, String)
  /// The number of clips on a page, the beginning of the first and the end of the last.
  case narration(Int, clips: Int, from: Double?, to: Double?)
  /// The code of a warning, once all pages were read.
  case warns(String)
  /// The error of a page.
  case fails(Int, PageError.Code)
  /// The place of each page leads back to it.
  case placesAreDistinct
}

/// An open book of the suite.
struct SuiteBook {
  let publication: any Publication

  init(_ name: String) throws {
    let path = (corporaFolder() ?? "") + "/epub/\(name).epub"
    publication = try warm.helper().open(
      Source(path: path, content: .file(try FileBytes(path: path))),
      options: OpenOptions(callSeconds: Patience.seconds))
  }

  /// Returns nil if it holds, and what is there instead if it does not.
  func complaint(about expectation: Expectation) throws -> String? {
    let info = publication.info
    switch expectation {
    case .pages(let count): return tell(publication.pageCount, count)
    case .flowsOver(let count):
      return publication.pageCount >= count && info.isReflowable
        ? nil : "\(publication.pageCount) pages, reflowable: \(info.isReflowable)"
    case .says(let page, let words):
      let text = try text(page)
      return text.contains(words) ? nil : "it says: \(text)"
    case .tells(let words):
      let isTold = try (0..<publication.pageCount).contains { try text($0).contains(words) }
      return isTold ? nil : "no page says so"
    case .neverSays(let words):
      let page = try (0..<publication.pageCount).first { try text($0).contains(words) }
      return page.map { "page \($0) says so" }
    case .size(let page, let width, let height):
      return tell(try publication.page(at: page).size, Size(width: width, height: height))
    case .sizes(let count, let width, let height):
      let found = try (0..<publication.pageCount).count {
        try publication.page(at: $0).size == Size(width: width, height: height)
      }
      return tell(found, count)
    case .sides(let sides): return tell(try positions(), sides)
    case .spreads(let pages):
      let spreads = Spread.layout(
        positions: try positions(), direction: info.direction, hasCoverAlone: info.hasCoverAlone)
      return tell(spreads.map { [$0.left, $0.right].compactMap(\.self) }, pages)
    case .shows(let page, let color):
      let share = try share(of: color, on: page)
      return share >= Self.visibleShare ? nil : "its share is \(share)"
    case .showsSomewhere(let color):
      let isShown = try (0..<publication.pageCount).contains {
        try share(of: color, on: $0) >= Self.visibleShare
      }
      return isShown ? nil : "no page has it"
    case .lacks(let page, let color):
      let share = try share(of: color, on: page)
      return share < 0.001 ? nil : "its share is \(share)"
    case .isDrawn(let page, let shares):
      let drawn = 1 - (try share(of: [255, 255, 255], on: page))
      return shares.contains(drawn) ? nil : "drawn: \(drawn)"
    case .equal(let one, let other):
      let (first, second) = (try pixels(one), try pixels(other))
      let areEqual =
        first.size == second.size
        && first.withPixels { one in second.withPixels { one.elementsEqual($0) } }
      return areEqual ? nil : "they differ"
    case .font(let page, let name):
      let fonts = Set(try words(page).compactMap(\.font))
      return fonts.contains { $0.contains(name) } ? nil : "its fonts are \(fonts)"
    case .noFont(let name):
      let page = try (0..<publication.pageCount).first {
        try words($0).contains { $0.font?.contains(name) == true }
      }
      return page.map { "page \($0) has it" }
    case .left(let page, let word):
      let center = try box(of: word, on: page).center.x
      return center < (try publication.page(at: page).size.width) / 2 ? nil : "x: \(center)"
    case .right(let page, let word):
      let center = try box(of: word, on: page).center.x
      return center > (try publication.page(at: page).size.width) / 2 ? nil : "x: \(center)"
    case .runs(let page, let word, let direction):
      return tell(try words(page).first { $0.text.contains(word) }?.direction, direction)
    case .title(let title, let direction):
      return tell(info.metadata.title, title) ?? tell(info.metadata.titleDirection, direction)
    case .author(let author, let direction):
      return tell(info.metadata.author, author) ?? tell(info.metadata.authorDirection, direction)
    case .contents(let entries):
      let outline = try (publication as? any OutlinedPublication)?.outline() ?? []
      return tell(outline.map(\.title), entries.map(\.0))
        ?? tell(outline.map { page(of: $0.target) }, entries.map { Optional($0.1) })
    case .links(let page, let targets):
      return tell(try links(page).map { self.page(of: $0) }, targets.map { Optional($0) })
    case .sound(let page, let name):
      let media = try media(page)
      return tell(media.map(\.name), [name]) ?? tell(media.map(\.isEmbedded), [true])
    case .narration(let page, let count, let begin, let end):
      let cues = try media(page).flatMap(\.cues)
      return tell(cues.count, count) ?? tell(cues.first?.begin, begin) ?? tell(cues.last?.end, end)
    case .warns(let code):
      for page in 0..<publication.pageCount { _ = try? text(page) }
      let codes = publication.info.warnings.map(\.code)
      return codes.contains(code) ? nil : "its warnings are \(codes)"
    case .fails(let page, let code):
      do { _ = try text(page) } catch { return tell((error as? PageError)?.code, code) }
      return "it is there"
    case .placesAreDistinct:
      let locating = try #require(publication as? any LocatingPublication)
      let pages = Array(0..<publication.pageCount)
      let found = try pages.map { try locating.page(of: locating.locator(ofPage: $0)) }
      return tell(found, pages.map { Optional($0) })
    }
  }

  private static let visibleShare = 0.005

  private func tell<Value: Equatable>(_ found: Value?, _ expected: Value?) -> String? {
    found == expected ? nil : "\(found.map { "\($0)" } ?? "nothing")"
  }

  private func words(_ page: Int) throws -> [TextWord] {
    try (publication.page(at: page) as? any TextPage)?.text().words ?? []
  }

  private func text(_ page: Int) throws -> String {
    try words(page).reduce("") { $0 + $1.text + ($1.joinsNext ? "" : " ") }
  }

  private func box(of word: String, on page: Int) throws -> Rect {
    try #require(try words(page).first { $0.text.contains(word) }).box
  }

  private func positions() throws -> [SpreadPosition] {
    try (0..<publication.pageCount).map { try publication.page(at: $0).spreadPosition }
  }

  private func links(_ page: Int) throws -> [LinkTarget] {
    try (publication.page(at: page) as? any LinksPage)?.links().map(\.target) ?? []
  }

  private func media(_ page: Int) throws -> [MediaItem] {
    try (publication.page(at: page) as? any MediaPage)?.media() ?? []
  }

  private func page(of target: LinkTarget?) -> Int? {
    if case .page(let page, _) = target { page } else { nil }
  }

  private func pixels(_ index: Int) throws -> Bitmap {
    let page = try publication.page(at: index)
    let request = RenderRequest(scale: .pixelsPerPoint(0.5))
    let grid = try PixelGrid(page: page.size, rotation: page.rotation, request: request)
    let bitmap = Bitmap(size: grid.size, format: request.pixelFormat)
    try page.paint(request, on: grid, into: bitmap)
    return bitmap
  }

  private func share(of color: [UInt8], on page: Int) throws -> Double {
    let wanted = color.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return try pixels(page).withPixels { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      return Double(pixels.count { $0 & 0xFF_FFFF == wanted }) / Double(pixels.count)
    }
  }
}
