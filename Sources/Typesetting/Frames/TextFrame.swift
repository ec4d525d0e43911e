import RectoPageModel

/// An area of a page that text flows into, in page points.
public struct TextFrame: Sendable, Hashable {
  public enum WritingMode: Sendable, Hashable {
    case horizontal
    /// Lines go down, the next one to the left of the last.
    case verticalRightToLeft
    /// Lines go down, the next one to the right of the last.
    case verticalLeftToRight

    public var isVertical: Bool { self != .horizontal }
  }

  /// The alignment of text that does not fill the frame.
  public enum BlockAlignment: Sendable, Hashable { case top, middle, bottom, justify }

  /// Lines that baselines lie on: the first from the page's top (or, in vertical text, from where
  /// lines begin to follow one another), and the distance to the next.
  public struct Grid: Sendable, Hashable {
    public var first: Double
    public var step: Double

    public init(first: Double, step: Double) {
      self.first = first
      self.step = step
    }
  }

  /// The box of the text, without padding and borders.
  public var box: Rect
  /// The number of the page that it is on, by which a page break passes over the other frames of a
  /// page; nil for a page of its own.
  public var page: Int?
  /// The shape that text stays inside; nil for the whole box.
  public var shape: ShapePath?
  public var columns = 1
  public var columnGap = 12.0
  /// True if the first column is the rightmost.
  public var columnsRunRightToLeft = false
  /// True if the columns of the frame in which the story ends get equal heights.
  public var balancesColumns = false
  public var grid: Grid?
  public var blockAlignment: BlockAlignment = .top
  public var writingMode: WritingMode = .horizontal
  public var exclusions: [TextExclusion] = []
  /// True if text without a further frame runs on beyond the last column's end.
  public var overflows = false

  public init(_ box: Rect) { self.box = box }
}

/// An area that text keeps clear of.
public struct TextExclusion: Sendable, Hashable {
  /// The sides of the area on which text may be.
  public enum Side: Sendable, Hashable {
    case both, start, end
    /// The side with more room.
    case largest
  }

  public var path: ShapePath
  /// The distance between the area and the text, in points.
  public var margin: Double
  public var side: Side

  public init(_ path: ShapePath, margin: Double = 0, side: Side = .both) {
    self.path = path
    self.margin = margin
    self.side = side
  }
}
