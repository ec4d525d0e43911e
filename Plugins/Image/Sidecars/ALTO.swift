import RectoMarkup
import RectoPageModel

/// Reads ALTO (Analyzed Layout and Text Object, Library of Congress), versions 2 to 4.
struct ALTO {
  private let root: XMLElement
  private let mapping: SidecarMapping
  private let page: XMLElement
  private let styles: [String: Style]

  /// The style that a line or a word inherits.
  struct Style {
    var font: String?
    var size: Double?
    var language: String?
  }

  /// Returns nil if the sidecar has no page at that index.
  init?(_ root: XMLElement, page index: Int, header: ImageHeader) {
    let pages = root.children(named: "Layout").flatMap { $0.children(named: "Page") }
    guard pages.indices.contains(index) else { return nil }
    self.root = root
    page = pages[index]
    let unit = root.children(named: "Description").flatMap { $0.children(named: "MeasurementUnit") }
      .first.flatMap { SidecarMapping.Unit(rawValue: $0.text.trimmed) }
    let width = page.number("WIDTH")
    let height = page.number("HEIGHT")
    mapping = SidecarMapping(
      header, unit: unit ?? .pixel,
      declared: width.flatMap { width in height.map { Size(width: width, height: $0) } })
    let textStyles = root.children(named: "Styles").flatMap { $0.children(named: "TextStyle") }
    styles = Dictionary(
      textStyles.map {
        (
          $0.attribute("ID") ?? "",
          Style(font: $0.attribute("FONTFAMILY"), size: $0.number("FONTSIZE"))
        )
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The text, with blocks in the order of `ReadingOrder`, or else in that of the document.
  var text: PageText {
    let elements = page.descendants { $0.name == "TextBlock" }
    let order = readingOrder
    let ranks = Dictionary(
      zip(order, order.indices), uniquingKeysWith: { first, _ in first })
    let sorted = elements.enumerated().sorted { a, b in
      // Elements that the order leaves out follow in document order.
      let first = ranks[a.element.attribute("ID") ?? ""] ?? order.count
      let second = ranks[b.element.attribute("ID") ?? ""] ?? order.count
      return (first, a.offset) < (second, b.offset)
    }
    return PageText(
      order: order.isEmpty ? .geometry : .layout, blocks: sorted.compactMap { block($0.element) })
  }

  /// The identifiers in `ReadingOrder`, including those in nested groups, in order.
  private var readingOrder: [String] {
    let groups = (root.children + page.children).filter { $0.name == "ReadingOrder" }
    return groups.flatMap { group in
      group.descendants { $0.name == "ElementRef" }.compactMap {
        $0.attribute("REF") ?? $0.attribute("ref")
      }
    }
  }

  private func block(_ element: XMLElement) -> TextBlock? {
    let style = style(of: element, within: Style())
    let lines = element.children(named: "TextLine").compactMap { line($0, within: style) }
    guard var block = TextBlock(role: .paragraph, lines: lines) else { return nil }
    if let box = box(of: element) { block.box = block.box.union(box) }
    return block
  }

  private func line(_ element: XMLElement, within outer: Style) -> TextLine? {
    let style = style(of: element, within: outer)
    let parts = element.children.filter { ["String", "SP", "HYP"].contains($0.name) }
    // A producer that writes no SP at all means a space between any two strings.
    let hasSpaces = parts.contains { $0.name == "SP" }
    var words: [SidecarWord] = []
    for (index, part) in parts.enumerated() {
      switch part.name {
      case "String":
        guard var word = word(part, within: style) else { continue }
        word.joinsNext =
          hasSpaces && parts.indices.contains(index + 1) && parts[index + 1].name == "String"
        words.append(word)
      case "HYP":
        guard !words.isEmpty else { continue }
        attach(part, to: &words[words.count - 1])
      default: break
      }
    }
    return TextLine(
      words.flatMap(\.words), box: box(of: element), baseline: baseline(of: element))
  }

  private func word(_ element: XMLElement, within outer: Style) -> SidecarWord? {
    guard let text = element.attribute("CONTENT"), let box = box(of: element) else { return nil }
    let style = style(of: element, within: outer)
    let glyphs = element.children(named: "Glyph")
    // The boxes are used only if they belong to the word's own characters.
    let boxes =
      glyphs.map { $0.attribute("CONTENT") ?? "" }.joined() == text
      ? glyphs.compactMap { self.box(of: $0) } : []
    return SidecarWord(
      text: text, box: box, font: style.font, size: style.size ?? 0, language: style.language,
      glyphs: boxes)
  }

  /// Adds the hyphen at a line's end to the word before it; divides the word's box if the hyphen
  /// has none of its own.
  private func attach(_ element: XMLElement, to word: inout SidecarWord) {
    let hyphen = element.attribute("CONTENT") ?? "-"
    let glyphs = word.words.flatMap(\.glyphs)
    if let box = box(of: element), hyphen.count == 1, glyphs.count == word.text.count {
      word.glyphs = glyphs + [box]
      word.box = word.box.union(box)
    } else {
      word.glyphs = []
    }
    word.text += hyphen
  }

  private func style(of element: XMLElement, within outer: Style) -> Style {
    var style = outer
    for name in (element.attribute("STYLEREFS") ?? "").split(separator: " ") {
      guard let named = styles[String(name)] else { continue }
      style.font = named.font ?? style.font
      style.size = named.size ?? style.size
    }
    style.language =
      (element.attribute("LANG") ?? element.attribute("lang") ?? element.attribute("language"))
      .map(LanguageTag.normalized) ?? style.language
    return style
  }

  private func box(of element: XMLElement) -> Rect? {
    guard let x = element.number("HPOS"), let y = element.number("VPOS"),
      let width = element.number("WIDTH"), let height = element.number("HEIGHT"), width >= 0,
      height >= 0
    else { return nil }
    return mapping.apply(Rect(x: x, y: y, width: width, height: height))
  }

  /// Reads a height (before version 4.1), or points, of which the first and the last count.
  private func baseline(of element: XMLElement) -> Segment? {
    let numbers = (element.attribute("BASELINE") ?? "")
      .split { $0 == " " || $0 == "," }.compactMap { Double($0) }.filter(\.isPlausible)
    if numbers.count >= 4, numbers.count.isMultiple(of: 2) {
      return mapping.apply(
        Segment(
          start: Point(x: numbers[0], y: numbers[1]),
          end: Point(x: numbers[numbers.count - 2], y: numbers[numbers.count - 1])))
    }
    guard numbers.count == 1, let x = element.number("HPOS"), let width = element.number("WIDTH")
    else { return nil }
    return mapping.apply(
      Segment(start: Point(x: x, y: numbers[0]), end: Point(x: x + width, y: numbers[0])))
  }
}
