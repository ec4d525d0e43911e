/// A paragraph that is shaped and can be set in lines of any width.
struct PreparedParagraph {
  var paragraph: Paragraph
  var items: [TextItem] = []
  var pieces: [TextFragment] = []
  /// The leaders that fill tabs, by the number of their piece.
  var leaders: [Int32: String] = [:]
  /// The items for line breaking.
  var breakItems: [BreakItem] = []
  /// The meaning of each of `breakItems`.
  var breakPositions: [BreakPosition] = []
  var parameters = BreakParameters()
  /// The paragraph's own direction.
  var isRightToLeft = false
  var isVertical = false
  /// True if all of it runs from left to right.
  var hasOneDirection = true
  /// From baseline to baseline.
  var pitch = ScaledPoints.zero
  /// Words that are wider may be cut anywhere, in scaled points.
  var cutWidth = Int32.max
  /// The ascent of the paragraph's own fonts.
  var ascent = ScaledPoints.zero
  var descent = ScaledPoints.zero

  /// The position of a break item in the text.
  struct BreakPosition {
    /// The piece that it is a part of.
    var piece: Int32
    /// The code unit where a line that starts here begins, and one that is broken here ends.
    var start: Int32
    /// True if a break here adds a hyphen that the text does not have.
    var addsHyphen = false
  }
}
