import RectoPageModel

/// One line of set text, which a frame places, a page draws and a reader selects.
///
/// Its coordinates are scaled points from the place where it begins on the left of its baseline,
/// x to the right, y up. In vertical text the whole is turned a quarter clockwise.
public struct Line {
  /// The part of the paragraph's text, in code units.
  public var range: Range<Int>
  /// From left to right.
  public var runs: [GlyphRun]
  /// The distance from its beginning to the end of the last glyph's advance, without trailing
  /// spaces.
  public var width: ScaledPoints
  /// The height above and below the baseline that its fonts and attachments need.
  public var ascent: ScaledPoints
  public var descent: ScaledPoints
  /// The distance of its start from the left of the available space.
  public var indent: ScaledPoints
  /// True if its last word continues in the next line, after a hyphen that the text does not have.
  public var endsInHyphen: Bool
  /// The width by which it exceeds its space.
  public var excess: ScaledPoints
}

/// Glyphs of a line that have a font, a style and a direction in common.
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
  /// From left to right.
  public var glyphs: [Glyph]

  public var isRightToLeft: Bool { level & 1 == 1 }
}

/// A glyph in its place.
public struct Glyph: Sendable, Hashable {
  /// Its number in the font.
  public var id: UInt32
  /// The first code unit of the cluster that it belongs to, in the paragraph.
  public var cluster: Int32
  /// The position of its origin, from the line's start, in scaled points.
  public var x: Int32
  /// Upward from the baseline.
  public var y: Int32
  public var advance: Int32
}
