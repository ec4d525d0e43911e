/// The text of a page as blocks, lines, words and glyph boxes, in reading order.
///
/// It comes from the same layout as the page's image: each word's box covers its ink.
public struct PageText: Sendable, Hashable {
  /// The source of the blocks' order.
  public var order: ReadingOrder
  public var blocks: [TextBlock]

  public init(order: ReadingOrder, blocks: [TextBlock]) {
    self.order = order
    self.blocks = blocks
  }

  public static let none = PageText(order: .geometry, blocks: [])

  /// The text with lines ended by a line feed and blocks separated by an empty line. Each row of a table is a
  /// line, with a tab between its cells.
  public var plain: String {
    var text = ""
    var row: CellRow?
    for (index, block) in blocks.enumerated() {
      // Each thread numbers its own tables.
      if index > 0, blocks[index - 1].thread != block.thread { row = nil }
      if block.role == .tableCell || block.cell != nil {
        switch row?.add(block.box, block.cell) {
        case .nextCell: text += "\t"
        case .lastCell: text += " "
        case nil:
          let isOfTable = row?.isInTable(of: block.cell) ?? false
          text += isOfTable ? "\n" : index > 0 ? "\n\n" : ""
          row = CellRow(block.box, block.cell)
        }
        text += block.line
      } else {
        row = nil
        text += (index > 0 ? "\n\n" : "") + block.lines.map(\.plain).joined(separator: "\n")
      }
    }
    return text
  }
}

/// The source of the order in which text is read.
public enum ReadingOrder: String, Sendable, Hashable {
  /// The author's own, from the tags of the document.
  case structureTree
  case articleThreads
  /// The order in which a layout engine flowed it.
  case layout
  /// Guessed from where things stand on the page.
  case geometry
}

/// A paragraph, a heading, or another run of lines that belongs together.
public struct TextBlock: Sendable, Hashable {
  public var box: Rect
  public var role: TextRole
  public var lines: [TextLine]
  /// The name of the thread that the block is a part of, the same on all pages, if the source has
  /// several texts side by side; else nil.
  public var thread: String?
  /// True for the rest of a paragraph that began in another frame (order `layout`), and for a
  /// further paragraph of a list item (order `structureTree`).
  public var isContinuation: Bool
  /// The cell of a table that the block is a paragraph of; nil if the source does not state it.
  public var cell: TableCell?

  public init(
    box: Rect, role: TextRole, lines: [TextLine], thread: String? = nil,
    isContinuation: Bool = false, cell: TableCell? = nil
  ) {
    self.box = box
    self.role = role
    self.lines = lines
    self.thread = thread
    self.isContinuation = isContinuation
    self.cell = cell
  }

  /// A block around its lines; nil if there are none.
  public init?(role: TextRole, lines: [TextLine]) {
    guard let first = lines.first else { return nil }
    self.init(
      box: lines.dropFirst().reduce(first.box) { $0.union($1.box) }, role: role, lines: lines)
  }
}

extension TextBlock {
  /// Its lines in one, with divided words joined.
  fileprivate var line: String {
    var text = ""
    for (index, line) in lines.enumerated() {
      if index > 0 {
        switch lines[index - 1].join(line) {
        case .space: text += " "
        case .directly: break
        case .withoutHyphen: _ = text.popLast()
        }
      }
      text += line.plain
    }
    return text
  }
}

/// The role of a block; the raw values appear in the JSON form.
public enum TextRole: String, Sendable, Hashable {
  case paragraph
  case title
  case heading1, heading2, heading3, heading4, heading5, heading6
  case listItem
  case tableCell
  case caption
  case quote
  case code
  case note
  case formula
  case tableOfContents
  /// The reading aid of the block before it, in small letters beside its words.
  case ruby
  /// Page furniture: running heads, folios, watermarks.
  case artifact
}

/// A line of a block.
public struct TextLine: Sendable, Hashable {
  public var box: Rect
  /// The segment from the line's start, in its own direction, to its end.
  public var baseline: Segment
  /// In reading order.
  public var words: [TextWord]
  /// The formulas among the words, in order and without overlap; empty if the source states none.
  public var formulas: [TextFormula]

  public init(
    box: Rect, baseline: Segment, words: [TextWord], formulas: [TextFormula] = []
  ) {
    self.box = box
    self.baseline = baseline
    self.words = words
    self.formulas = formulas
  }

  /// The words with the spaces between them.
  public var plain: String {
    var text = ""
    // By index: a word has much beside its text, of which iteration makes copies.
    for index in words.indices {
      text += words[index].text
      if index < words.count - 1, !words[index].joinsNext { text += " " }
    }
    return text
  }
}

/// A formula, or the part of one that is on one line. Its signs are words of the line.
public struct TextFormula: Sendable, Hashable {
  /// The indices of its words in the line; never empty.
  public var words: Range<Int>
  /// The author's description for readers who cannot see the formula. It is not on the page, so
  /// that no search finds it.
  public var alternative: AlternativeText

  public init(words: Range<Int>, alternative: AlternativeText) {
    self.words = words
    self.alternative = alternative
  }
}

/// A run of one font without white space in it.
public struct TextWord: Sendable, Hashable {
  /// In logical order.
  public var text: String
  /// Covers the word's ink.
  public var box: Rect
  /// The word's own corners if it is not upright; nil if `box` says everything.
  public var quad: Quad?
  /// The font's full name, without a subset prefix; nil if it is not known.
  public var font: String?
  /// The font size in points; 0 where it is not known.
  public var size: Double
  public var direction: TextDirection
  /// A BCP 47 tag; nil if the source states none.
  public var language: String?
  /// One box for each grapheme cluster (`Character`) of `text`, in the same order.
  public var glyphs: [Rect]
  /// True if no space follows the word: the next word continues it, as after a change of font, or,
  /// at a line's end, the next line does. A hyphen there is the author's unless it is a soft one.
  public var joinsNext: Bool

  public init(
    text: String, box: Rect, quad: Quad? = nil, font: String? = nil, size: Double = 0,
    direction: TextDirection = .leftToRight, language: String? = nil, glyphs: [Rect] = [],
    joinsNext: Bool = false
  ) {
    self.text = text
    self.box = box
    self.quad = quad
    self.font = font
    self.size = size
    self.direction = direction
    self.language = language
    self.glyphs = glyphs
    self.joinsNext = joinsNext
  }
}

/// The direction in which a word is written.
public enum TextDirection: String, Sendable, Hashable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
  case topToBottom = "ttb"
}
