import CRectoUnicode

/// ICU's name of the locale that a BCP 47 tag means, such as `ja@lb=strict`.
///
/// Without a tag, or with one that ICU cannot read, it is the root locale, whose rules are
/// Unicode's own. A `keyword` replaces what the tag says of it. Calls `uloc_forLanguageTag`.
func localeName(of tag: String?, keyword: String = "", value: String? = nil) -> String {
  // ULOC_FULLNAME_CAPACITY; longer tags name no language.
  let capacity = 157
  let tag = tag.flatMap { $0.utf8.count < capacity ? $0 : nil } ?? "und"
  var name = [CChar](repeating: 0, count: capacity)
  guard unicode_locale(tag, keyword, value, &name, Int32(capacity)) else { return "" }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
