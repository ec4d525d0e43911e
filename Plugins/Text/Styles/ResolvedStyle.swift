import RectoPageModel
import RectoTypesetting

/// The result of all declarations that apply to a piece of text.
struct ResolvedStyle: Sendable, Hashable {
  var paragraph = ParagraphStyle()
  var character = CharacterStyle()
  var box = BoxStyle()
}

/// The style of tables, rules and pictures beside their margins.
struct BoxStyle: Sendable, Hashable {
  var padding = 0.0
  var borderWidth = 0.0
  var borderColor: Color?
  var backgroundColor: Color?
  /// Behind every other row.
  var stripeColor: Color?
}
