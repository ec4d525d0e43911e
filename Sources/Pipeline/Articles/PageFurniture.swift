import RectoPageModel

/// The running heads and page numbers around the text of pages.
///
/// If the source does not tag them, they are the texts that recur in the margins at the same
/// height, apart from differing numbers, and any separate number there.
struct PageFurniture {
  /// A text in a margin.
  struct Place: Hashable {
    /// The folded text, with each digit replaced by a number sign.
    let text: String
    /// The distance from the page's top, in steps of several points.
    let height: Int
  }

  /// The share of a page's height that is margin.
  private static let margin = 0.12
  /// The number of pages on which a text must recur.
  private static let leastPages = 3

  /// The number of pages with each text.
  private var counts: [Place: Int] = [:]

  init() {}

  init(_ pages: [ArticlePage]) {
    for page in pages { add(page.passages, ofPageSize: page.size) }
  }

  /// Adds the texts in the margins of a page. Add all pages before any query.
  mutating func add(_ texts: some Sequence<some MarginText>, ofPageSize size: Size) {
    add(Self.places(of: texts, onPageOfSize: size))
  }

  /// Adds texts by their places in the margins of a page.
  mutating func add(_ places: Set<Place>) {
    for place in places { counts[place, default: 0] += 1 }
  }

  /// The places of the texts in a page's margins.
  static func places(
    of texts: some Sequence<some MarginText>, onPageOfSize size: Size
  ) -> Set<Place> {
    Set(texts.filter { isInMargin($0, size) }.map { place(of: $0) })
  }

  func contains(_ passage: Passage, of page: ArticlePage) -> Bool {
    contains(passage, ofPageSize: page.size)
  }

  func contains(_ text: some MarginText, ofPageSize size: Size) -> Bool {
    if text.role == .artifact { return true }
    // Tables contain numbers, and may continue over pages with the same header.
    guard text.role != .tableCell, Self.isInMargin(text, size) else { return false }
    return text.text.allSatisfy { $0.isNumber || $0.isWhitespace || $0.isPunctuation }
      || counts[Self.place(of: text), default: 0] >= Self.leastPages
  }

  static func isInMargin(_ text: some MarginText, _ size: Size) -> Bool {
    text.lineCount <= 2
      && (text.box.maxY <= size.height * margin || text.box.minY >= size.height * (1 - margin))
  }

  private static func place(of text: some MarginText) -> Place {
    var name = ""
    // "Page 9" and "Page 10" count as the same text.
    for character in TextFolding().fold(text.text) {
      if !character.isNumber { name.append(character) } else if name.last != "#" { name += "#" }
    }
    return Place(text: name, height: Int(exactly: (text.box.minY / 8).rounded(.towardZero)) ?? 0)
  }
}

/// A run of lines that may be page furniture.
protocol MarginText {
  var role: TextRole { get }
  var box: Rect { get }
  var lineCount: Int { get }
  var text: String { get }
}

extension Passage: MarginText {}

extension TextBlock: MarginText {
  var lineCount: Int { lines.count }
  var text: String { lines.map(\.plain).joined(separator: " ") }
}
