import CRectoUnicode

/// The orientation of a grapheme cluster in vertical lines (UAX 50).
public enum VerticalOrientation: Int32, Sendable, Hashable {
  /// Turned by 90 degrees clockwise, as Latin letters are.
  case rotated
  /// By a glyph of its own for vertical lines (OpenType `vert`); rotated where the font has none.
  case transformedRotated
  /// By a glyph of its own for vertical lines; upright where the font has none.
  case transformedUpright
  /// Upright, as in horizontal lines.
  case upright

  /// The orientation of a single code point. Calls `u_getIntPropertyValue`.
  public init(of scalar: UInt32) {
    let isASCII = scalar < 0x80
    self = isASCII ? .rotated : Self(rawValue: unicode_vertical_orientation(scalar)) ?? .rotated
  }

  /// The orientation of a cluster: that of its base, but upright within an enclosing mark (CSS
  /// Writing Modes 4, 5.1).
  public init(ofCluster cluster: Span<UInt16>) {
    var position = 0
    guard position < cluster.count else {
      self = .rotated
      return
    }
    self = Self(of: cluster.scalar(at: &position))
    while position < cluster.count {
      if unicode_is_enclosing_mark(cluster.scalar(at: &position)) { self = .upright }
    }
  }
}
