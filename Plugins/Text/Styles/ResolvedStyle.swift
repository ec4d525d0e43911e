import PageModel
import Typesetting

/// What all the declarations that apply to a piece of text come to.
struct ResolvedStyle: Sendable, Hashable {
  var paragraph = ParagraphStyle()
  var character = CharacterStyle()
  var box = BoxStyle()
}

/// What tables, rules and pictures take from a style beside their margins.
struct BoxStyle: Sendable, Hashable {
  var padding = 0.0
  var borderWidth = 0.0
  var borderColor: Color?
  var backgroundColor: Color?
  /// Behind every other row.
  var stripeColor: Color?
}
