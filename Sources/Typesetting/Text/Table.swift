import RectoPageModel

/// Rows of cells in columns as wide as the frame. A row is not broken across frames.
public struct Table: Sendable, Hashable {
  public struct Cell: Sendable, Hashable {
    public var paragraphs: [Paragraph]
    public init(_ paragraphs: [Paragraph]) { self.paragraphs = paragraphs }
  }

  public var rows: [[Cell]]
  /// The number of first rows that are repeated at the head of each frame.
  public var headerRows: Int
  /// The shares of the width; empty for shares by content.
  public var columnWidths: [Double]
  /// The first column is at the right where it is `rtl`, or `auto` and the first cell with text runs
  /// from right to left.
  public var direction: ParagraphStyle.Direction
  public var cellPadding: Double
  /// The rule between rows; nil for none.
  public var rule: Rule?
  public var headerBackground: Color?
  public var stripeBackground: Color?
  public var marginTop: Double
  public var marginBottom: Double

  public init(
    rows: [[Cell]], headerRows: Int = 0, columnWidths: [Double] = [],
    direction: ParagraphStyle.Direction = .auto, cellPadding: Double = 3,
    rule: Rule? = nil, headerBackground: Color? = nil, stripeBackground: Color? = nil,
    marginTop: Double = 0, marginBottom: Double = 0
  ) {
    self.rows = rows
    self.headerRows = headerRows
    self.columnWidths = columnWidths
    self.direction = direction
    self.cellPadding = cellPadding
    self.rule = rule
    self.headerBackground = headerBackground
    self.stripeBackground = stripeBackground
    self.marginTop = marginTop
    self.marginBottom = marginBottom
  }
}

/// A line across the frame.
public struct Rule: Sendable, Hashable {
  public var thickness: Double
  public var color: Color
  public var marginTop: Double
  public var marginBottom: Double

  public init(
    thickness: Double, color: Color, marginTop: Double = 0, marginBottom: Double = 0
  ) {
    self.thickness = thickness
    self.color = color
    self.marginTop = marginTop
    self.marginBottom = marginBottom
  }
}

/// A picture in the flow, which the caller draws by its name.
public struct Picture: Sendable, Hashable {
  public var name: String
  /// In points; a wider one than the frame is made as wide as it.
  public var size: Size
  public var caption: [Paragraph]
  public var marginTop: Double
  public var marginBottom: Double

  public init(
    name: String, size: Size, caption: [Paragraph] = [], marginTop: Double = 0,
    marginBottom: Double = 0
  ) {
    self.name = name
    self.size = size
    self.caption = caption
    self.marginTop = marginTop
    self.marginBottom = marginBottom
  }
}
