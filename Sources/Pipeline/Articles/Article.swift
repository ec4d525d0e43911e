import RectoPageModel

/// A story of a publication as it is read, without the pages around it: its headings, paragraphs
/// and pictures in their order, over columns and pages.
public struct Article: Sendable, Hashable {
  /// The title in the table of contents, or the heading.
  public var title: String
  /// A BCP 47 tag, where the publication states one.
  public var language: String?
  /// The direction of most of its words.
  public var direction: TextDirection
  /// In reading order.
  public var blocks: [Block]

  /// The indices of the pages that it is on, ascending.
  public var pages: [Int] {
    var pages = Set(blocks.map(\.page))
    // A block may go on on further pages.
    for block in blocks {
      for run in block.runs {
        for place in run.places { pages.insert(place.page) }
      }
    }
    return pages.sorted()
  }
  /// The number of words, separated by white space.
  public var wordCount: Int {
    blocks.reduce(0) { $0 + $1.text.split(whereSeparator: \.isWhitespace).count }
  }
}

extension Article {
  /// A paragraph, a heading or a picture.
  public struct Block: Sendable, Hashable {
    /// The kind of block, which determines its look.
    public var kind: Kind
    /// Its text; empty for a picture without a caption.
    public var runs: [Run]
    /// The index of the page that it begins on.
    public var page: Int
    /// The area of that page that it covers, in points.
    public var box: Rect
    /// The table row that the block is; nil for any other block.
    public var row: TableRow? = nil
    /// The number of lists that contain the list of an item.
    public var depth = 0
    /// True for a further paragraph of the item before it, or for code in that item.
    public var continuesItem = false

    /// The text of all runs.
    public var text: String { runs.map(\.text).joined() }
  }

  /// The kinds of blocks.
  public enum Kind: Sendable, Hashable {
    /// From 1, the title, to 6.
    case heading(level: Int)
    case paragraph
    case listItem
    /// A quotation, or a pull quote set large.
    case quote
    /// A program, or other text whose line ends and indents matter, in one run.
    case code
    /// The text is its caption; `alternative` stands for it where it is not seen.
    case picture(alternative: String?)

    /// The name in JSON: `heading`, `paragraph`, `listItem`, `quote`, `code` or `picture`.
    public var name: String {
      switch self {
      case .heading: "heading"
      case .paragraph: "paragraph"
      case .listItem: "listItem"
      case .quote: "quote"
      case .code: "code"
      case .picture: "picture"
      }
    }
  }

  /// Text of one style and with one link target, if any.
  public struct Run: Sendable, Hashable {
    public var text: String
    /// Bolder than the words around it.
    public var isBold = false
    public var isItalic = false
    /// The link target.
    public var target: LinkTarget?
    /// The places of its words, in the order of the text.
    public var places: [Place] = []
  }

  /// The cells of a block that is a row of a table.
  public struct TableRow: Sendable, Hashable {
    public struct Cell: Sendable, Hashable {
      /// Counted from 0 in reading order.
      public var column: Int
      /// The indices of its runs in the block.
      public var runs: Range<Int>
      /// The area of the block's page that it covers, in points.
      public var box: Rect
    }

    /// True if it is the first row of its table.
    public var beginsTable: Bool
    /// The number of columns of the table.
    public var columnCount: Int
    /// In the order of their columns, which may leave some out.
    public var cells: [Cell]
  }
}
