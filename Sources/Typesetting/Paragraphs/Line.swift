import RectoPageModel

/// One line of set text, which a frame places, a page draws and a reader selects.
///
/// Its coordinates are scaled points from the place where it begins on the left of its baseline,
/// x to the right, y up. In vertical text the whole is turned a quarter clockwise.
public struct Line {
  /// The part of the paragraph's text, in code units.
  public var range: Range<Int>
  /// The runs from left to right.
  public var runs: [GlyphRun]
  /// The distance from its beginning to the end of the last glyph's advance, without trailing
  /// spaces.
  public var width: ScaledPoints
  /// The height above and below the baseline that its fonts and attachments need.
  public var ascent: ScaledPoints
  public var descent: ScaledPoints
  /// The distance of its start from the left of the available space.
  public var indent: ScaledPoints
  /// True if its last word continues in the next line, after a hyphen that is not in the text.
  public var endsInHyphen: Bool
  /// The width by which it exceeds its space.
  public var excess: ScaledPoints
}

/// Consecutive glyphs of a line with the same font, style and direction.
public struct GlyphRun {
  public enum Orientation: Sendable, Hashable {
    case horizontal
    /// Upright in a vertical line; its glyphs' advances go down.
    case upright
  }

  public var font: Font
  /// The number of the style in the paragraph's `AttributedText.runs`.
  public var style: Int
  /// In code units of the paragraph.
  public var range: Range<Int>
  /// The embedding level of UAX 9; odd ones run from right to left.
  public var level: UInt8
  public var orientation: Orientation
  public var x: ScaledPoints
  public var width: ScaledPoints
  /// The glyphs from left to right.
  public var glyphs: [Glyph]

  public var isRightToLeft: Bool { level & 1 == 1 }
}

/// A glyph and its position.
public struct Glyph: Sendable, Hashable {
  /// The glyph's index in the font.
  public var id: UInt32
  /// The first code unit of the cluster that it belongs to, in the paragraph.
  public var cluster: Int32
  /// The position of its origin, from the line's start, in scaled points.
  public var x: Int32
  /// The position of its origin above the baseline, in scaled points.
  public var y: Int32
  public var advance: Int32
}
