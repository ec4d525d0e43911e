/// The looks of the fonts of words, one after the other: most have that of the word before.
struct FontStyles {
  private var last: (name: String?, style: FontStyle) = (nil, FontStyle(nil))

  mutating func style(of name: String?) -> FontStyle {
    if name != last.name { last = (name, FontStyle(name)) }
    return last.style
  }
}

/// The look of a font, by its name.
struct FontStyle: Hashable {
  var isBold = false
  var isItalic = false
  var isMonospaced = false

  /// Styles in names, in full and as endings of a family's name: "LinLibertineTBI".
  private static let boldWords = ["bold", "black", "heavy", "demi", "medi"]
  private static let italicWords = ["italic", "oblique"]
  private static let monospacedWords = ["mono", "courier", "typewriter", "consol", "nimbusmon"]
  /// Names of proportional fonts that have such words in them.
  private static let proportionalWords = ["monotype", "americantypewriter"]
  private static let boldEndings: Set = ["B", "BI", "TB", "TBI", "TZ", "TZI", "Bd", "BdIt"]
  private static let italicEndings: Set = ["I", "BI", "TI", "TBI", "TZI", "It", "BdIt"]
  /// Styles in the names of TeX's fonts, such as CMBX12 and SFSX1000, behind two letters.
  private static let boldStyles: Set = [
    "b", "bx", "bxti", "bxsl", "bi", "bl", "xc", "ssbx", "sx", "so",
  ]
  private static let italicStyles: Set = [
    "ti", "sl", "mi", "it", "st", "bxti", "bxsl", "bi", "bl", "ssi", "si", "so",
  ]
  private static let monospacedStyles: Set = ["tt", "itt", "sltt", "tcsc"]
  private static let texFamilies: Set = ["cm", "ec", "sf", "la", "vn", "cs", "pl"]

  init(_ name: String?) {
    guard let name else { return }
    let lowercased = name.lowercased()
    isBold = Self.boldWords.contains { lowercased.contains($0) }
    isItalic = Self.italicWords.contains { lowercased.contains($0) }
    isMonospaced =
      Self.monospacedWords.contains { lowercased.contains($0) }
      && !Self.proportionalWords.contains { lowercased.contains($0) }
    if let style = Self.texStyle(of: name) {
      isBold = isBold || Self.boldStyles.contains(style)
      isItalic = isItalic || Self.italicStyles.contains(style)
      isMonospaced = Self.monospacedStyles.contains(style)
    } else if let ending = Self.ending(of: name) {
      isBold = isBold || Self.boldEndings.contains(ending)
      isItalic = isItalic || Self.italicEndings.contains(ending) || ending.hasSuffix("Ital")
    }
  }

  /// "bx" of "CMBX12".
  private static func texStyle(of name: String) -> String? {
    let letters = name.prefix { $0.isLetter }
    let size = name[letters.endIndex...]
    guard !size.isEmpty, size.allSatisfy(\.isNumber),
      texFamilies.contains(letters.prefix(2).lowercased())
    else { return nil }
    return letters.dropFirst(2).lowercased()
  }

  /// The part behind a hyphen, a comma or a period, or the capitals behind a name in small letters.
  private static func ending(of name: String) -> String? {
    if let hyphen = name.lastIndex(where: { "-,.".contains($0) }) {
      return String(name[name.index(after: hyphen)...])
    }
    guard let small = name.lastIndex(where: \.isLowercase) else { return nil }
    return String(name[name.index(after: small)...])
  }
}
