import CRectoUnicode

/// The base direction of a paragraph's lines (UAX 9, 3.3.1).
public enum BaseDirection: Sendable, Hashable {
  case leftToRight
  case rightToLeft
  /// The direction of the first strong character (P2, P3) before the first paragraph separator.
  case firstStrong(else: Fallback)

  /// The direction of a text without a strong character.
  public enum Fallback: Sendable, Hashable { case leftToRight, rightToLeft }

  var code: unicode_base_direction {
    switch self {
    case .leftToRight: UNICODE_LEFT_TO_RIGHT
    case .rightToLeft: UNICODE_RIGHT_TO_LEFT
    case .firstStrong(else: .leftToRight): UNICODE_FIRST_STRONG_OR_LEFT_TO_RIGHT
    case .firstStrong(else: .rightToLeft): UNICODE_FIRST_STRONG_OR_RIGHT_TO_LEFT
    }
  }
}
