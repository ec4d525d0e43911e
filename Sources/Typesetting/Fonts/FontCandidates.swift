import CFontconfig

/// All fonts of the machine, in the order in which they suit a style, with what each can show.
final class FontCandidates {
  private let set: UnsafeMutablePointer<FcFontSet>?
  private var known: [Question: FontPlace?] = [:]

  private struct Question: Hashable {
    var scalars: [UInt32]
    var prefersColor: Bool
  }

  /// Calls `FcFontSort`.
  init(
    _ configuration: OpaquePointer, _ families: [String], _ wish: FontLibrary.Wish,
    language: String?
  ) {
    let pattern = FontPattern(families, wish, language: language)
    pattern.substitute(configuration)
    var result = FcResultNoMatch
    // Not trimmed: a font that adds no character may still add one to a cluster.
    set = FcFontSort(configuration, pattern.pointer, 0, nil, &result)
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
    for index in 0..<Int(set.pointee.nfont) {
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
