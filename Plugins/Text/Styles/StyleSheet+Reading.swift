extension NamedStyle {
  /// Reads a style; declarations that cannot be read are reported and left out.
  init?(_ value: LayoutValue) {
    let style = value.object("style") { object in
      NamedStyle(
        extends: object["extends"]?.name(),
        StyleProperty.allCases.compactMap { property in
          object[property.rawValue].flatMap { StyleDeclaration(property, $0) }
        })
    }
    guard let style else { return nil }
    self = style
  }
}

extension StyleSheet {
  /// Adds the styles of an object and checks what they extend.
  mutating func add(reading value: LayoutValue) {
    var read: [String: (style: NamedStyle, value: LayoutValue)] = [:]
    for (name, value) in value.entries(upTo: LayoutLimits.names) {
      if let style = NamedStyle(value) { read[name] = (style, value) }
    }
    add(read.mapValues(\.style))
    for (name, entry) in read.sorted(by: { $0.key < $1.key }) {
      check(name, at: entry.value)
    }
  }

  private mutating func check(_ name: String, at value: LayoutValue) {
    guard let extended = self[name]?.extends else { return }
    if self[extended] == nil {
      reportMissing(extended, at: value)
      cut(name)
    } else if let cycle = cycle(from: name) {
      value.report(
        .cycle, "extends itself: \(cycle.map(quoted).joined(separator: " extends "))")
      cut(name)
    }
  }

  /// Reports that there is no style of that name.
  func reportMissing(_ name: String, at value: LayoutValue) {
    value.report(.unknownName, sentence(ofMissing: name))
  }

  /// The sentence about a name that no style has.
  func sentence(ofMissing name: String) -> String {
    "no style is called \(quoted(name))" + suggestion(for: name, among: styles.keys.sorted())
  }

  private mutating func cut(_ name: String) {
    guard var style = self[name] else { return }
    // A style that extends nothing stands on the body.
    style.extends = name == "body" ? nil : "body"
    replace(name, with: style)
  }
}
