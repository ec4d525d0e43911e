import RectoPageModel
import RectoTypesetting

/// Declarations under a name.
struct NamedStyle: Sendable, Hashable {
  /// The style that comes before it.
  var extends: String?
  var declarations: [StyleDeclaration]

  init(extends: String? = nil, _ declarations: [StyleDeclaration] = []) {
    self.extends = extends
    self.declarations = declarations
  }
}

/// The styles of a layout, by name.
struct StyleSheet: Sendable, Hashable {
  private(set) var styles: [String: NamedStyle]
  /// The colors by name.
  var palette: [String: Color]
  /// Times all lengths that are not in `em`.
  var fontScale = 1.0
  /// The reader's type, which replaces what styles say of it.
  var reader = ReaderStyle()
  /// The language of text that does not say its own, a BCP 47 tag.
  var language: String?

  init(_ styles: [String: NamedStyle] = [:], palette: [String: Color] = [:]) {
    self.styles = styles
    self.palette = palette
  }

  subscript(name: String) -> NamedStyle? { styles[name] }

  /// Puts styles over those that are there. One of a name that is taken adds its declarations,
  /// unless it names a style to extend: then it takes the other's place.
  mutating func add(_ others: [String: NamedStyle]) {
    for (name, style) in others {
      guard let present = styles[name], style.extends == nil else {
        styles[name] = style
        continue
      }
      styles[name] = NamedStyle(
        extends: present.extends, present.declarations + style.declarations)
    }
  }

  /// Changes the colors of all declarations.
  mutating func changeColors(_ change: (StyleProperty, LayoutColor) -> LayoutColor) {
    styles = styles.mapValues { style in
      NamedStyle(
        extends: style.extends,
        style.declarations.map { declaration in
          guard case .color(let color) = declaration.value else { return declaration }
          return StyleDeclaration(
            declaration.property, .color(change(declaration.property, color)))
        })
    }
  }

  mutating func replace(_ name: String, with style: NamedStyle) { styles[name] = style }

  /// The names from the outermost that `name` extends to `name` itself; without those that are
  /// not there, and ended where a name comes again.
  func chain(_ name: String) -> [String] {
    var chain: [String] = []
    var seen: Set<String> = []
    var next: String? = name
    while let current = next, let style = styles[current], seen.insert(current).inserted {
      chain.append(current)
      next = style.extends
    }
    return chain.reversed()
  }

  /// The names of a chain that leads back to itself from `name`; nil if it ends.
  func cycle(from name: String) -> [String]? {
    var path: [String] = []
    var next: String? = name
    while let current = next, let style = styles[current] {
      path.append(current)
      if path.count > 1, current == name { return path }
      // A cycle that does not come back to `name` is found from its own names.
      if path.count > styles.count { return nil }
      next = style.extends
    }
    return nil
  }

  /// The style of a block of this kind, with `classes` applied over it.
  func block(_ name: String, classes: [String] = []) -> ResolvedStyle {
    var style = ResolvedStyle()
    style.character.language = language
    apply(chain(name), to: &style, isParagraph: true)
    // A class that builds on the block's own style does not undo earlier declarations.
    for name in classes { apply(chain(name), to: &style, isParagraph: true) }
    reader.apply(to: &style, chain: chain(name))
    style.paragraph.backgroundColor = style.box.backgroundColor
    style.paragraph.padding = style.box.padding
    if style.paragraph.initialLetter != nil, styles["initial-letter"] != nil {
      style.paragraph.initialLetter?.style = inline("initial-letter", over: style.character)
    }
    return style
  }

  /// The style of a run inside text of the style `character`.
  func inline(_ name: String, over character: CharacterStyle) -> CharacterStyle {
    var style = ResolvedStyle()
    style.character = character
    apply(chain(name), to: &style, isParagraph: false)
    return style.character
  }

  private func apply(_ names: [String], to style: inout ResolvedStyle, isParagraph: Bool) {
    let context = StyleDeclaration.Context(
      palette: palette, fontScale: fontScale, isParagraph: isParagraph)
    for name in names {
      // The font size first: the others' `em` is of it.
      let declarations = styles[name]?.declarations ?? []
      for declaration in declarations where declaration.property == .fontSize {
        declaration.apply(to: &style, in: context)
      }
      for declaration in declarations where declaration.property != .fontSize {
        declaration.apply(to: &style, in: context)
      }
    }
  }
}
