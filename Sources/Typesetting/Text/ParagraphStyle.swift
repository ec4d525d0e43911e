import RectoPageModel

/// The style of a paragraph. Names are those of CSS in camel case; lengths are points.
public struct ParagraphStyle: Sendable, Hashable {
  public enum Alignment: String, Sendable, Hashable {
    case start, end, left, right, center, justify
  }
  public enum Direction: String, Sendable, Hashable { case auto, ltr, rtl }
  public enum Hyphens: String, Sendable, Hashable { case none, manual, auto }
  public enum Wrap: String, Sendable, Hashable {
    /// The lines of the whole paragraph are chosen together.
    case pretty
    /// Each line takes what fits.
    case greedy
    /// Like `pretty`, with lines of about the same length.
    case balance
  }
  public enum LineHeight: Sendable, Hashable {
    /// Times the font size.
    case multiple(Double)
    /// Points from baseline to baseline.
    case points(Double)
  }
  public enum Break: String, Sendable, Hashable { case auto, avoid, column, page }

  public struct TabStop: Sendable, Hashable {
    public enum Alignment: String, Sendable, Hashable { case start, end, center, decimal }
    /// The distance from the paragraph's start edge.
    public var position: Double
    public var alignment: Alignment
    /// The text that is repeated to fill the gap, such as `.`; empty for none.
    public var leader: String

    public init(position: Double, alignment: Alignment = .start, leader: String = "") {
      self.position = position
      self.alignment = alignment
      self.leader = leader
    }
  }

  /// The first letters of a paragraph, set large beside its first lines.
  public struct InitialLetter: Sendable, Hashable {
    /// The number of lines it spans.
    public var lines: Int
    /// The number of letters (grapheme clusters) it includes.
    public var count: Int
    /// The gap between the initial letters and the text.
    public var gap: Double
    public var style: CharacterStyle?

    public init(lines: Int, count: Int = 1, gap: Double = 3, style: CharacterStyle? = nil) {
      self.lines = lines
      self.count = count
      self.gap = gap
      self.style = style
    }
  }

  public var textAlign: Alignment = .start
  public var textAlignLast: Alignment = .start
  public var textIndent: Double = 0
  /// Distances from the frame's edges on the side where lines start and end.
  public var marginInlineStart: Double = 0
  public var marginInlineEnd: Double = 0
  public var marginTop: Double = 0
  public var marginBottom: Double = 0
  public var lineHeight: LineHeight = .multiple(1.3)
  public var direction: Direction = .auto
  public var hyphens: Hyphens = .manual
  public var textWrap: Wrap = .pretty
  /// True if punctuation and hyphens may hang a little outside the edges.
  public var hangingPunctuation = false
  /// The limit of spacing or tightening letters to justify a line, in thousandths of the font size.
  public var letterSpacingLimit: Double = 0
  /// The minimum numbers of lines of a paragraph at the foot and at the head of a column.
  public var orphans = 2
  public var widows = 2
  public var breakBefore: Break = .auto
  /// `avoid` keeps the paragraph with the next.
  public var breakAfter: Break = .auto
  /// `avoid` keeps its lines together.
  public var breakInside: Break = .auto
  public var initialLetter: InitialLetter?
  public var tabStops: [TabStop] = []
  /// True if baselines lie on the frame's grid, if it has one.
  public var alignsToBaselineGrid = true
  /// The color behind the lines and the padding around them, between the inline margins.
  public var backgroundColor: Color?
  /// The distance between the edges of the background and the lines.
  public var padding: Double = 0
  public var role: TextRole = .paragraph

  public init() {}
}
