import RectoPageModel

/// The running heads and page numbers around the text of pages.
///
/// If the source does not tag them, they are the texts that recur in the margins at the same
/// height, apart from a number that counts the pages, and any separate number there.
struct PageFurniture {
  /// A text in a margin.
  struct Place: Hashable {
    /// The folded text; the number that `offset` is of is replaced by a number sign.
    let text: String
    /// The distance from the page's top, in steps of several points.
    let height: Int
    /// The difference between a number in the text and the page's index; nil if the text stands for
    /// itself.
    var offset: Int?
  }

  /// The share of a page's height that is margin.
  private static let margin = 0.12
  /// The number of pages on which a text must recur.
  private static let leastPages = 3
  /// The maximum number of numbers in a text that may be the page's.
  private static let mostNumbers = 4

  /// The number of pages with each text.
  private var counts: [Place: Int] = [:]

  init() {}

  init(_ pages: [ArticlePage]) {
    for page in pages { add(page.passages, ofPage: page.index, size: page.size) }
  }

  /// Adds the texts in the margins of a page. Add all pages before any query.
  mutating func add(_ texts: some Sequence<some MarginText>, ofPage index: Int, size: Size) {
    add(Self.places(of: texts, onPage: index, size: size))
  }

  /// Adds texts by their places in the margins of a page.
  mutating func add(_ places: Set<Place>) {
    for place in places { counts[place, default: 0] += 1 }
  }

  /// The places of the texts in a page's margins.
  static func places(
    of texts: some Sequence<some MarginText>, onPage index: Int, size: Size
  ) -> Set<Place> {
    Set(texts.filter { isInMargin($0, size) }.flatMap { places(of: $0, onPage: index) })
  }

  /// True for a running head or a page number. `isHeading` says that the text looks like a heading,
  /// which recurs only if all of it does: "Example 1" and "Example 2" are titles of slides.
  func contains(
    _ text: some MarginText, ofPage index: Int, size: Size, isHeading: Bool = false
  ) -> Bool {
    if text.role == .artifact { return true }
    // Tables contain numbers, and may continue over pages with the same header.
    guard text.role != .tableCell, Self.isInMargin(text, size) else { return false }
    let isStated = text.role != .paragraph
    let isNumber = text.text.allSatisfy { $0.isNumber || $0.isWhitespace || $0.isPunctuation }
    if isNumber, !isStated { return true }
    return Self.places(of: text, onPage: index).contains { place in
      (place.offset == nil || !isStated && !isHeading)
        && counts[place, default: 0] >= Self.leastPages
    }
  }

  static func isInMargin(_ text: some MarginText, _ size: Size) -> Bool {
    text.lineCount <= 2
      && (text.box.maxY <= size.height * margin || text.box.minY >= size.height * (1 - margin))
  }

  /// The text as it is, and once for each number in it, which may be the page's: "Page 9" and
  /// "Page 10" are the same text on consecutive pages, "Chapter 1" and "Chapter 2" are not on pages
  /// that are far apart.
  private static func places(of text: some MarginText, onPage index: Int) -> [Place] {
    let folded = TextFolding().fold(text.text)
    let height = Int(exactly: (text.box.minY / 8).rounded(.towardZero)) ?? 0
    var places = [Place(text: folded, height: height)]
    var rest = folded[...]
    while places.count <= mostNumbers, let start = rest.firstIndex(where: \.isNumber) {
      let digits = rest[start...].prefix(while: \.isNumber)
      if let number = Int32(digits) {
        places.append(
          Place(
            text: folded[..<start] + "#" + folded[digits.endIndex...], height: height,
            offset: Int(number) - index))
      }
      rest = rest[digits.endIndex...]
    }
    return places
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
