import RectoPageModel

/// A paragraph of a story, of a note or of a table's cell, after setting.
public final class SetParagraph {
  /// The text with `textTransform` applied and without initial letters, which are set separately.
  public let text: AttributedText
  public let style: ParagraphStyle
  /// The number of the story's item that it belongs to.
  public let item: Int
  /// The offset of its text in the story, in code units, counting one between items.
  public let start: Int
  public let anchor: String?

  init(_ prepared: PreparedParagraph, item: Int, start: Int) {
    text = prepared.paragraph.text
    style = prepared.paragraph.style
    anchor = prepared.paragraph.anchor
    self.item = item
    self.start = start
  }
}

/// The content of a frame after layout, in page points.
public struct LaidOutFrame {
  public struct PlacedLine {
    public var line: Line
    public var paragraph: SetParagraph
    /// The start of the line on its baseline, or in vertical text on its middle axis.
    public var origin: Point
    public var isVertical: Bool
    /// Its role beside the lines of a paragraph.
    public var kind: Kind
    /// True if it is the first placed line of its paragraph.
    public var startsParagraph: Bool
    /// The number of its column in the frame.
    public var column: Int
    /// The cell that it is in.
    public var cell: TableCell?

    public enum Kind: Sendable, Hashable {
      case text
      /// A list's bullet or number.
      case marker
      /// The first letters of a paragraph.
      case initial
      /// Along the text of its base, such as furigana.
      case ruby
      case tableCell
      /// In the head of a table that stands again in another column.
      case repeatedHead
      case caption
      case note
    }
  }

  public struct PlacedBox: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
      case fill(Color)
      /// A picture, drawn by the caller that knows the name.
      case picture(String)
    }

    public var box: Rect
    public var content: Content
  }

  public var lines: [PlacedLine] = []
  /// The boxes behind the lines, in the order in which they are drawn.
  public var boxes: [PlacedBox] = []

  public init() {}
}
