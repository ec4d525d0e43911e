import CRectoFontconfig

/// All fonts of the machine, in the order in which they suit a style and a language, with what each
/// can show.
final class FontCandidates {
  private let set: UnsafeMutablePointer<FcFontSet>?
  private let order: [Int]
  private var known: [Question: FontPlace?] = [:]

  private struct Question: Hashable {
    var scalars: [UInt32]
    var prefersColor: Bool
  }

  /// Fonts that are made for `language` come before those that have letters of most languages;
  /// fonts that `families` name come before both. Calls `FcFontSort`.
  init(
    _ configuration: OpaquePointer, _ families: [String], _ wish: FontLibrary.Wish,
    language: String?, prefersMadeForLanguage: Bool
  ) {
    let pattern = FontPattern(families, wish, language: language)
    pattern.substitute(configuration)
    var result = FcResultNoMatch
    // Not trimmed: a font that adds no character may still add one to a cluster.
    let set = FcFontSort(configuration, pattern.pointer, 0, nil, &result)
    self.set = set
    let all = Array(0..<Int(set?.pointee.nfont ?? 0))
    guard prefersMadeForLanguage, let set, let language else {
      order = all
      return
    }
    let names = Set(families.map { $0.lowercased() })
    let ranks = all.map { index in
      set.pointee.fonts[index].map { font in
        Self.isNamed(font, names) ? 0 : Self.isMade(font, for: language) ? 1 : 2
      } ?? 2
    }
    order = (0...2).flatMap { rank in all.filter { ranks[$0] == rank } }
  }

  /// Fonts of more languages were made for no one script.
  private static let mostLanguages = 150

  private static func isNamed(_ font: OpaquePointer, _ names: Set<String>) -> Bool {
    var family: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(font, FC_FAMILY, 0, &family) == FcResultMatch, let family else {
      return false
    }
    return names.contains(String(cString: family).lowercased())
  }

  private static func isMade(_ font: OpaquePointer, for language: String) -> Bool {
    var languages: OpaquePointer?
    guard FcPatternGetLangSet(font, FC_LANG, 0, &languages) == FcResultMatch, let languages,
      FcLangSetHasLang(languages, language) != FcLangDifferentLang,
      let names = FcLangSetGetLangs(languages)
    else { return false }
    defer { FcStrSetDestroy(names) }
    guard let list = FcStrListCreate(names) else { return false }
    defer { FcStrListDone(list) }
    var count = 0
    while FcStrListNext(list) != nil { count += 1 }
    return count <= mostLanguages
  }

  deinit { if let set { FcFontSetDestroy(set) } }

  /// The first font that has all of `scalars`; one with colors before others, or after them.
  func first(with scalars: [UInt32], prefersColor: Bool) -> FontPlace? {
    let question = Question(scalars: scalars, prefersColor: prefersColor)
    if let answer = known[question] { return answer }
    let answer =
      search(scalars) { Self.hasColor($0) == prefersColor } ?? search(scalars) { _ in true }
    known[question] = .some(answer)
    return answer
  }

  private func search(_ scalars: [UInt32], where fits: (OpaquePointer) -> Bool) -> FontPlace? {
    guard let set else { return nil }
    for index in order {
      guard let pattern = set.pointee.fonts[index] else { continue }
      var characters: OpaquePointer?
      guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch,
        scalars.allSatisfy({ FcCharSetHasChar(characters, $0) != 0 }), fits(pattern)
      else { continue }
      return FontPlace(pattern)
    }
    return nil
  }

  private static func hasColor(_ pattern: OpaquePointer) -> Bool {
    var color: FcBool = 0
    return FcPatternGetBool(pattern, FC_COLOR, 0, &color) == FcResultMatch && color != 0
  }
}
