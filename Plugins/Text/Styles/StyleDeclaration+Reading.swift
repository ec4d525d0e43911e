import RectoTypesetting

extension StyleDeclaration {
  /// Reads the value of a property; nil after a warning.
  init?(_ property: StyleProperty, _ value: LayoutValue) {
    guard let read = Self.read(value, as: property.syntax) else { return nil }
    self.init(property, read)
  }

  private static func read(_ value: LayoutValue, as syntax: StyleProperty.Syntax) -> Value? {
    switch syntax {
    case .families: return families(value).map(Value.families)
    case .text: return value.name().map(Value.text)
    case .length(let allowsNegative):
      return value.length(allowsNegative: allowsNegative, allowsEm: true).map(Value.length)
    case .lineHeight: return lineHeight(value)
    case .integer(let range): return value.integer(in: range).map { .number(Double($0)) }
    case .weight: return weight(value)
    case .percentage(let range): return percentage(value, in: range)
    case .keyword(let words): return value.keyword(of: words).map(Value.keyword)
    case .color: return value.color().map(Value.color)
    case .tags(let range): return tags(value, in: range)
    case .initialLetter: return initialLetter(value)
    case .tabStops: return .tabStops(value.elements(upTo: 100).compactMap(TabStop.init))
    }
  }

  /// One family, several separated by commas, or a list.
  private static func families(_ value: LayoutValue) -> [String]? {
    let names: [String]
    if value.isList {
      let elements = value.elements(upTo: 20)
      names = elements.compactMap { $0.name() }
      if !elements.isEmpty { return names.isEmpty ? nil : names }
    } else {
      guard let text = value.text() else { return nil }
      names = text.split(separator: ",").map { $0.trimming(while: { $0 == " " }) }
        .filter { !$0.isEmpty }
    }
    if names.isEmpty { value.report(.badValue, "must name a font family") }
    return names.isEmpty ? nil : names
  }

  private static func lineHeight(_ value: LayoutValue) -> Value? {
    if value.isNumber { return value.number(in: 0...100).map(Value.number) }
    return value.length(allowsEm: true).map(Value.length)
  }

  private static func weight(_ value: LayoutValue) -> Value? {
    guard value.isText else { return value.number(in: 1...1000).map(Value.number) }
    return value.keyword(of: ["normal", "bold"]).map { .number($0 == "bold" ? 700 : 400) }
  }

  private static func percentage(
    _ value: LayoutValue, in range: ClosedRange<Double>
  ) -> Value? {
    if value.isNumber { return value.number(in: range).map(Value.number) }
    guard let text = value.text() else { return nil }
    guard case .percent(let percent) = LengthSyntax.read(text) else {
      value.report(.badValue, "must be a percentage, not \(value.shown)")
      return nil
    }
    return value.check(percent, in: range) ? .number(percent) : nil
  }

  /// `{"smcp": 1}`, or a list of tags that are on.
  private static func tags(_ value: LayoutValue, in range: ClosedRange<Double>) -> Value? {
    func isTag(_ text: String) -> Bool {
      text.utf8.count == 4 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
    var tags: [String: Double] = [:]
    if value.isList {
      for element in value.elements(upTo: 100) {
        guard let tag = element.text() else { continue }
        if isTag(tag) {
          tags[tag] = 1
        } else {
          element.report(.badValue, "must be a tag of four letters, not \(quoted(tag))")
        }
      }
      return .tags(tags)
    }
    for (tag, element) in value.entries(upTo: 100) {
      guard isTag(tag) else {
        element.report(.badValue, "the key must be a tag of four letters")
        continue
      }
      tags[tag] = element.number(in: range)
    }
    return .tags(tags)
  }

  /// The number of lines, or a list with the number of letters as well.
  private static func initialLetter(_ value: LayoutValue) -> Value? {
    guard value.isList else {
      return value.integer(in: 2...20).map { .initialLetter(lines: $0, count: 1) }
    }
    let numbers = value.elements(upTo: 100)
    guard numbers.count == 2 else {
      value.report(.badValue, "must be a number of lines, or a list of lines and letters")
      return nil
    }
    guard let lines = numbers[0].integer(in: 2...20), let count = numbers[1].integer(in: 1...20)
    else { return nil }
    return .initialLetter(lines: lines, count: count)
  }
}

extension StyleDeclaration.TabStop {
  init?(_ value: LayoutValue) {
    let stop = value.object("tab-stop") { object -> StyleDeclaration.TabStop? in
      let position = object.required("position")?.length(allowsEm: true)
      let alignment = object["align"]?.keyword(of: ["start", "end", "center", "decimal"])
      let leader = object["leader"]?.text()
      return position.map {
        StyleDeclaration.TabStop(
          position: $0, alignment: alignment.flatMap { .init(rawValue: $0) } ?? .start,
          leader: leader ?? "")
      }
    }
    guard let stop = stop ?? nil else { return nil }
    self = stop
  }
}

extension Substring {
  /// Without what `isUnwanted` at both ends.
  func trimming(while isUnwanted: (Character) -> Bool) -> String {
    let start = drop(while: isUnwanted)
    guard let last = start.lastIndex(where: { !isUnwanted($0) }) else { return "" }
    return String(start[...last])
  }
}
