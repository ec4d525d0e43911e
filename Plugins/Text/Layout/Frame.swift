import RectoPageModel
import RectoTypesetting

/// The style that frames and text boxes share.
struct FrameStyle: Sendable, Hashable {
  enum VerticalAlign: String, Sendable, Hashable, CaseIterable {
    case top, middle, bottom, justify
  }
  enum WritingMode: String, Sendable, Hashable, CaseIterable {
    case horizontal = "horizontal-tb"
    case verticalRightToLeft = "vertical-rl"
    case verticalLeftToRight = "vertical-lr"
  }

  var verticalAlign: VerticalAlign = .top
  var writingMode: WritingMode = .horizontal
  var padding = Insets()
  var background: LayoutColor?
  var border: Border?
}

/// A piece of a page that text flows into.
struct Frame: Sendable, Hashable {
  /// The treatment of text that has no frame after this one.
  enum Overflow: String, Sendable, Hashable, CaseIterable {
    /// It is left out, with a warning.
    case warn
    /// It is left out.
    case hidden
    /// It runs on below the frame.
    case visible
  }

  var placement: Placement
  var style = FrameStyle()
  /// The name of a thread, or of a story that is a thread of its own.
  var thread: String
  /// Among the frames of its thread on one page, where lower is filled first; equals in the order
  /// in which they are written.
  var order = 0
  var columns = 1
  var columnGap = 12.0
  /// True if the columns of the last frame get equal heights.
  var balancesColumns = false
  /// Points from line to line; nil for the profile's own.
  var baselineGrid: Double?
  var overflow: Overflow = .warn
}

/// A short text of the layout's own, such as a folio.
struct TextBox: Sendable, Hashable {
  var placement: Placement
  var style = FrameStyle()
  /// Markdown with placeholders.
  var text: String
  /// A paragraph style; nil for `paragraph`.
  var styleName: String?
}
