import PageModel

/// A story of a publication as it is read, without the pages around it: its headings, paragraphs
/// and pictures in their order, over columns and pages.
public struct Article: Sendable, Hashable {
  /// As the table of contents, or its heading, has it.
  public var title: String
  /// A BCP 47 tag, where the publication states one.
  public var language: String?
  /// Of most of its words.
  public var direction: TextDirection
  /// In reading order.
  public var blocks: [Block]

  /// The indices of the pages that it is on, ascending.
  public var pages: [Int] { Set(blocks.map(\.page)).sorted() }
  /// Words between spaces.
  public var wordCount: Int { blocks.reduce(0) { $0 + $1.text.split(separator: " ").count } }
}

extension Article {
  /// A paragraph, a heading or a picture.
  public struct Block: Sendable, Hashable {
    /// What it is, and with that what it looks like.
    public var kind: Kind
    /// Its text; empty for a picture without a caption.
    public var runs: [Run]
    /// The index of the page that it begins on.
    public var page: Int
    /// What of that page it covers, in points.
    public var box: Rect

    /// The text of all runs.
    public var text: String { runs.map(\.text).joined() }
  }

  /// What a block is.
  public enum Kind: Sendable, Hashable {
    /// From 1, the title, to 6.
    case heading(level: Int)
    case paragraph
    case listItem
    /// Said by somebody, or set large to draw the eye.
    case quote
    /// The text is its caption; `alternative` stands for it where it is not seen.
    case picture(alternative: String?)

    /// As JSON has it: `heading`, `paragraph`, `listItem`, `quote` or `picture`.
    public var name: String {
      switch self {
      case .heading: "heading"
      case .paragraph: "paragraph"
      case .listItem: "listItem"
      case .quote: "quote"
      case .picture: "picture"
      }
    }
  }

  /// Text of one style that leads to one place, if any.
  public struct Run: Sendable, Hashable {
    public var text: String
    /// Bolder than the words around it.
    public var isBold = false
    public var isItalic = false
    /// Where it leads.
    public var target: LinkTarget?
  }
}
