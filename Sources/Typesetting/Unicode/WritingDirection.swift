import CRectoUnicode
import RectoPageModel

extension ReadingDirection {
  /// The direction in which a language is mostly written: right to left for Arabic or Hebrew, left
  /// to right for a tag that ICU does not know. `language` is a BCP 47 tag. Calls
  /// `uloc_isRightToLeft`.
  public init(ofLanguage language: String) {
    self = unicode_is_right_to_left(localeName(of: language)) ? .rightToLeft : .leftToRight
  }
}
