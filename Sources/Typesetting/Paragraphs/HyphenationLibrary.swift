/// The hyphenators of a text's languages, each of which is opened for the first word of its language.
///
/// Not `Sendable`: it belongs to one typesetter; the dictionaries behind it can be shared.
public final class HyphenationLibrary {
  private let dictionaries: HyphenationDictionaries
  private var open: [String: OpenLanguage] = [:]

  private final class OpenLanguage {
    /// Nil if the language has no patterns.
    var hyphenator: Hyphenator?

    init(_ dictionary: HyphenationDictionary?) {
      hyphenator = dictionary.map { Hyphenator($0) }
    }
  }

  public init(_ dictionaries: HyphenationDictionaries = HyphenationDictionaries()) {
    self.dictionaries = dictionaries
  }

  /// The offsets in a word before which a hyphen may divide it; none without a language or
  /// without its patterns.
  func points(in word: ArraySlice<UInt16>, language: String?) -> HyphenationPoints {
    guard let language else { return HyphenationPoints() }
    let entry = open[language] ?? OpenLanguage(dictionaries.dictionary(for: language))
    open[language] = entry
    return entry.hyphenator?.points(in: word) ?? HyphenationPoints()
  }
}
