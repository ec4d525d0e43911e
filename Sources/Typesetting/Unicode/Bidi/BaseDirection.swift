import CUnicode

/// Where a paragraph's lines begin (UAX 9, 3.3.1).
public enum BaseDirection: Sendable, Hashable {
  case leftToRight
  case rightToLeft
  /// As the first strong character says (P2, P3); the text up to the first paragraph separator
  /// is asked.
  case firstStrong(else: Fallback)

  /// What a text without a strong character takes.
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
