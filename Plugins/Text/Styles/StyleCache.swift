import RectoTypesetting

/// The styles of a sheet, each resolved once for one reader: a novel has ten thousand paragraphs in one
/// style.
final class StyleCache {
  let sheet: StyleSheet
  private var blocks: [[String]: ResolvedStyle] = [:]
  /// The last answer for each name: text around the same markup is mostly alike.
  private var inlines: [String: (outer: CharacterStyle, inner: CharacterStyle)] = [:]

  init(_ sheet: StyleSheet) { self.sheet = sheet }

  subscript(name: String) -> NamedStyle? { sheet[name] }

  /// Like `StyleSheet.block`.
  func block(_ name: String, classes: [String] = []) -> ResolvedStyle {
    let key = [name] + classes
    if let known = blocks[key] { return known }
    let style = sheet.block(name, classes: classes)
    blocks[key] = style
    return style
  }

  /// Like `StyleSheet.inline`.
  func inline(_ name: String, over character: CharacterStyle) -> CharacterStyle {
    if let known = inlines[name], known.outer == character { return known.inner }
    let style = sheet.inline(name, over: character)
    inlines[name] = (character, style)
    return style
  }
}
