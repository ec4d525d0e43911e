import RectoMarkup
import RectoPageModel

/// Reads hOCR 1.2, as Tesseract, OCRopus and others write it.
struct HOCR {
  private let page: XMLElement
  private let mapping: SidecarMapping

  /// The classes of what holds words: a line, and Tesseract's kinds of it.
  private static let lineClasses: Set = [
    "ocr_line", "ocrx_line", "ocr_header", "ocr_caption", "ocr_textfloat",
  ]
  private static let wordClasses: Set = ["ocrx_word", "ocr_word"]

  /// Nil if the sidecar has no page of that number.
  init?(_ root: XMLElement, page index: Int, header: ImageHeader) {
    let pages = root.descendants { $0.hasClass(["ocr_page"]) }
    guard pages.indices.contains(index) else { return nil }
    page = pages[index]
    let area = HOCRProperties(page)["bbox"].flatMap(Rect.init(corners:))
    mapping = SidecarMapping(
      header, unit: .pixel, declared: area.map { Size(width: $0.maxX, height: $0.maxY) })
  }

  /// True if a root element contains a page of hOCR.
  static func isPresent(in root: XMLElement) -> Bool {
    !root.descendants { $0.hasClass(["ocr_page"]) }.isEmpty
  }

  /// Paragraphs, or areas without any, or lines by themselves, or words, in the document's order.
  var text: PageText {
    let groups = page.descendants {
      $0.hasClass(["ocr_par"]) || $0.hasClass(Self.lineClasses) || $0.hasClass(Self.wordClasses)
        || $0.hasClass(["ocr_carea"])
          && $0.descendants { $0.hasClass(["ocr_par"]) }.isEmpty
    }
    return PageText(order: .geometry, blocks: gathered(groups).compactMap(block))
  }

  private func block(_ group: [XMLElement]) -> TextBlock? {
    let outer = group.count == 1 ? Setting(inheriting: Setting(), group[0]) : Setting()
    let isText = group[0].hasClass(Self.lineClasses) || group[0].hasClass(Self.wordClasses)
    let elements =
      isText
      ? group
      : group[0].descendants { $0.hasClass(Self.lineClasses) || $0.hasClass(Self.wordClasses) }
    let lines = gathered(elements).flatMap { part in
      part[0].hasClass(Self.wordClasses)
        ? looseLines(of: part, within: outer) : [line(part[0], within: outer)].compactMap { $0 }
    }
    let isCaption = elements.allSatisfy { $0.hasClass(["ocr_caption"]) }
    return TextBlock(role: isCaption ? .caption : .paragraph, lines: lines)
  }

  /// Elements by themselves, but words that follow one another, without a line around them, together.
  private func gathered(_ elements: [XMLElement]) -> [[XMLElement]] {
    var groups: [[XMLElement]] = []
    for element in elements {
      let isLoose = element.hasClass(Self.wordClasses)
      if isLoose, let last = groups.last?[0], last.hasClass(Self.wordClasses) {
        groups[groups.count - 1].append(element)
      } else {
        groups.append([element])
      }
    }
    return groups
  }

  /// The lines of words without lines around them: one ends where the next word is not beside the last.
  private func looseLines(of words: [XMLElement], within outer: Setting) -> [TextLine] {
    var lines: [[SidecarWord]] = []
    for word in words.compactMap({ word($0, within: outer, lineSize: nil) }) {
      let middle = (word.box.minY + word.box.maxY) / 2
      if let last = lines.last?.last?.box, (last.minY...last.maxY).contains(middle) {
        lines[lines.count - 1].append(word)
      } else {
        lines.append([word])
      }
    }
    return lines.compactMap { TextLine($0.flatMap(\.words), box: nil, baseline: nil) }
  }

  private func line(_ element: XMLElement, within outer: Setting) -> TextLine? {
    let properties = HOCRProperties(element)
    let setting = Setting(inheriting: outer, element)
    let box = properties["bbox"].flatMap(Rect.init(corners:))
    var elements = element.descendants { $0.hasClass(Self.wordClasses) }
    // A line without words: its own text, spread over its box.
    if elements.isEmpty { elements = [element] }
    let size = properties["x_size"]?.first.map(mapping.height)
    let words = elements.flatMap { word($0, within: setting, lineSize: size)?.words ?? [] }
    return TextLine(
      words, box: box.map(mapping.apply),
      baseline: box.flatMap { baseline(properties["baseline"], in: $0) })
  }

  private func word(
    _ element: XMLElement, within outer: Setting, lineSize: Double?
  ) -> SidecarWord? {
    let properties = HOCRProperties(element)
    let setting = Setting(inheriting: outer, element)
    let text = element.text.trimmed
    guard !text.isEmpty, let box = properties["bbox"].flatMap(Rect.init(corners:)) else {
      return nil
    }
    let glyphs = element.descendants { $0.hasClass(["ocrx_cinfo"]) }.compactMap {
      HOCRProperties($0)["x_bboxes"].flatMap(Rect.init(corners:)).map(mapping.apply)
    }
    return SidecarWord(
      text: text, box: mapping.apply(box), font: properties.string("x_font"),
      size: properties["x_fsize"]?.first ?? lineSize ?? 0, language: setting.language,
      direction: setting.direction, glyphs: glyphs)
  }

  /// A slope and an offset from the bottom left corner of the line's box.
  private func baseline(_ numbers: [Double]?, in box: Rect) -> Segment? {
    guard let numbers, numbers.count >= 2 else { return nil }
    let start = Point(x: box.minX, y: box.maxY + numbers[1])
    let end = Point(x: box.maxX, y: start.y + numbers[0] * box.width)
    return mapping.apply(Segment(start: start, end: end))
  }

  /// The values of the attributes `lang` and `dir` for an element and its descendants.
  private struct Setting {
    var language: String?
    var direction: TextDirection?

    init() {}

    init(inheriting outer: Setting, _ element: XMLElement) {
      language = element.attribute("lang").map(LanguageTag.normalized) ?? outer.language
      direction =
        switch element.attribute("dir") {
        case "ltr": .leftToRight
        case "rtl": .rightToLeft
        default: outer.direction
        }
    }
  }
}

/// The properties in an hOCR element's `title`: `bbox 0 0 10 10; x_wconf 92`.
private struct HOCRProperties {
  private let values: [String: Substring]

  init(_ element: XMLElement) {
    let parts = (element.attribute("title") ?? "").split(separator: ";").map {
      $0.drop(while: \.isWhitespace).split(separator: " ", maxSplits: 1)
    }
    values = Dictionary(
      parts.filter { $0.count == 2 }.map { (String($0[0]), $0[1]) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The plausible numbers of a property.
  subscript(name: String) -> [Double]? {
    values[name].map {
      $0.split(separator: " ").compactMap { Double($0) }.filter(\.isPlausible)
    }
  }

  /// A string without its quotation marks.
  func string(_ name: String) -> String? {
    values[name].map { String($0.filter { $0 != "\"" }).trimmed }.flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension Rect {
  /// From left, top, right and bottom; nil for anything else.
  fileprivate init?(corners: [Double]) {
    guard corners.count == 4 else { return nil }
    self.init(Point(x: corners[0], y: corners[1]), Point(x: corners[2], y: corners[3]))
  }
}

extension XMLElement {
  /// True if the element has one of these classes.
  fileprivate func hasClass(_ names: Set<String>) -> Bool {
    (attribute("class") ?? "").split(separator: " ").contains { names.contains(String($0)) }
  }
}
