import RectoPDFBackend
import RectoPageModel

/// The letters of a chapter on its pages: the author's text, at its printed places.
///
/// The PDF says where glyphs are and what they stand for as well as it can; the document says what
/// is written. Both are compared as a whole, so that a letter that the PDF states wrongly or not at
/// all has the place of its glyph, or that between its neighbors.
struct PlacedText {
  let written: WrittenText
  /// The entries of each page in the order of reading.
  let pages: [[PlacedLetter]]

  init(_ written: WrittenText, glyphs: [[DrawnGlyph]]) {
    self.written = written
    let matching = LetterMatching(written, glyphs)
    var placing = LetterPlacing(written, glyphs, matching)
    placing.placeGlyphs()
    placing.fillGaps()
    pages = placing.pages.map { page in
      page.enumerated().sorted {
        ($0.element.anchor, $0.element.side, $0.offset) < (
          $1.element.anchor, $1.element.side, $1.offset
        )
      }.map(\.element)
    }
  }
}

/// A letter on a page.
struct PlacedLetter {
  enum Content {
    /// A letter by its index in the written text.
    case written(Int)
    /// The hyphen of a word that is broken behind a letter.
    case hyphen
    /// Text that the layout adds, such as the number of an item.
    case drawn
  }

  let content: Content
  /// The letter by which it stands, of whose word it is if it is one.
  let anchor: Int
  /// Before that letter (-1), it (0), or after it (1).
  let side: Int
  /// True if it is in the block of its anchor.
  let isInBlock: Bool
  /// The glyph that is drawn for it, or for its neighbor if it has none.
  let glyph: DrawnGlyph
  var box: Rect
}
