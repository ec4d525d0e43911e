import RectoPageModel
import RectoTypesetting

/// The place of an item on its page.
struct Placement: Sendable, Hashable {
  /// Nil for the area that the page's margins leave.
  var box: Rect?
  /// An outline inside the box, in page points; nil for the box itself.
  var shape: ShapePath?
  /// The stacking order: higher is nearer. With equal values, fills are behind pictures, and those
  /// behind rules, media and text.
  var zIndex = 0

  /// The box on a page with these margins left.
  func box(within area: Rect) -> Rect { box ?? area }
}

/// The sides of an obstacle on which text runs.
enum WrapSide: String, Sendable, Hashable, CaseIterable {
  case both
  case start
  case end
  /// Only if there is more room.
  case largest
}

/// An area that text keeps clear of.
struct Exclusion: Sendable, Hashable {
  var placement: Placement
  /// Between the area and the text.
  var shapeMargin = 0.0
  var side: WrapSide = .both
}

/// A line around a frame or a picture, on the inside of its edge.
struct Border: Sendable, Hashable {
  var width: Double
  var color: LayoutColor
}

/// Distances from a frame's edges to its text.
struct Insets: Sendable, Hashable {
  var top = 0.0
  var right = 0.0
  var bottom = 0.0
  var left = 0.0
}
