import RectoPageModel
import TestSupport

/// A value that tests make up.
protocol RandomValue {
  static func random(_ random: inout SeededGenerator) -> Self
}

extension SeededGenerator {
  mutating func value<Value: RandomValue>() -> Value { Value.random(&self) }

  mutating func flag() -> Bool { Bool.random(using: &self) }

  /// Nil half of the time.
  mutating func optional<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }

  mutating func list<Value>(
    upTo count: Int = 3, _ make: (inout SeededGenerator) -> Value
  ) -> [Value] {
    (0..<Int.random(in: 0...count, using: &self)).map { _ in make(&self) }
  }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  /// A coordinate of any size down to the smallest, with all of its digits.
  mutating func coordinate() -> Double {
    let value = Double.random(in: -1...1, using: &self)
    return value * pick([1, 1e-300, 1e-9, 600, 1e4, 1e9, 0])
  }

  mutating func length() -> Double { abs(coordinate()) }

  /// In thousandths, as the text form has it.
  mutating func roundedCoordinate(from lowest: Int = -500_000) -> Double {
    Double(Int.random(in: lowest...900_000, using: &self)) / 1000
  }

  mutating func text() -> String {
    list(upTo: 8) {
      $0.pick([
        "a", "Quay", "é", "e\u{301}", "岸", "🏮", "👩🏽‍🚀", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}",
        "\u{7F}", "\u{2028}", "\u{FFFF}", "\u{10FFFF}", "رصيف", " ",
      ])
    }.joined()
  }
}

extension Point: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Point {
    Point(x: random.coordinate(), y: random.coordinate())
  }
}

extension Size: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Size {
    Size(width: random.length(), height: random.length())
  }
}

extension PixelSize: RandomValue {
  static func random(_ random: inout SeededGenerator) -> PixelSize {
    PixelSize(
      width: .random(in: 1...40_000, using: &random), height: .random(in: 1...9, using: &random))
  }
}

extension Rect: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Rect {
    Rect(
      x: random.coordinate(), y: random.coordinate(), width: random.length(),
      height: random.length())
  }

  static func rounded(_ random: inout SeededGenerator) -> Rect {
    Rect(
      x: random.roundedCoordinate(), y: random.roundedCoordinate(),
      width: random.roundedCoordinate(from: 0), height: random.roundedCoordinate(from: 0))
  }
}

extension Quad: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Quad {
    Quad(
      topLeft: random.value(), topRight: random.value(), bottomRight: random.value(),
      bottomLeft: random.value())
  }
}

extension AffineTransform: RandomValue {
  static func random(_ random: inout SeededGenerator) -> AffineTransform {
    AffineTransform(
      xx: random.coordinate(), yx: random.coordinate(), xy: random.coordinate(),
      yy: random.coordinate(), x0: random.coordinate(), y0: random.coordinate())
  }
}

extension LinkTarget: RandomValue {
  static func random(_ random: inout SeededGenerator) -> LinkTarget {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .page(.random(in: 0...9999, using: &random), random.optional { $0.value() })
    case 1: .url(random.text())
    case 2: .file(random.text())
    case 3: .action(random.text())
    default: .broken(random.text())
    }
  }
}

extension Link: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Link {
    Link(quads: random.list { $0.value() }, target: random.value())
  }
}

extension OutlineItem: RandomValue {
  static func random(_ random: inout SeededGenerator) -> OutlineItem {
    random.outlineItem(depth: 4)
  }
}

extension Layer: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Layer { random.layer(depth: 4) }
}

extension SeededGenerator {
  fileprivate mutating func outlineItem(depth: Int) -> OutlineItem {
    OutlineItem(
      title: text(), target: optional { $0.value() },
      children: depth == 0 ? [] : list(upTo: 2) { $0.outlineItem(depth: depth - 1) })
  }

  fileprivate mutating func layer(depth: Int) -> Layer {
    Layer(
      id: text(), title: text(), isVisible: flag(),
      children: depth == 0 ? [] : list(upTo: 2) { $0.layer(depth: depth - 1) })
  }
}

extension MediaItem: RandomValue {
  static func random(_ random: inout SeededGenerator) -> MediaItem {
    MediaItem(
      kind: random.pick([.audio, .video, .sound, .model, .other]), box: random.value(),
      mediaType: random.optional { $0.text() }, name: random.optional { $0.text() },
      isEmbedded: random.flag())
  }
}

extension Annotation: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Annotation {
    Annotation(
      kind: random.text(), box: random.value(), contents: random.optional { $0.text() },
      author: random.optional { $0.text() },
      color: random.optional {
        Color(red: .random(in: 0...255, using: &$0), green: 7, blue: .random(in: 0...9, using: &$0))
      }, isHidden: random.flag())
  }
}

extension FormField: RandomValue {
  static func random(_ random: inout SeededGenerator) -> FormField {
    FormField(
      kind: random.pick([.button, .checkbox, .radio, .text, .choice, .signature, .unknown]),
      name: random.text(), box: random.value(), value: random.optional { $0.text() },
      isReadOnly: random.flag())
  }
}

extension PlacedImage: RandomValue {
  static func random(_ random: inout SeededGenerator) -> PlacedImage {
    var image = PlacedImage(box: random.value(), pixelSize: random.optional { $0.value() })
    image.placedSize = random.optional { $0.value() }
    image.color = random.optional { random in
      PictureColor(
        space: random.pick(PictureColor.Space.allCases),
        model: random.pick(PictureColor.Model.allCases),
        bits: .random(in: 1...16, using: &random))
    }
    image.isStencil = random.flag()
    image.hasSoftMask = random.flag()
    image.byteCount = random.optional { .random(in: 0...Int.max, using: &$0) }
    image.alternative = random.optional {
      $0.pick([.text("A quay"), .decorative, .missing])
    }
    image.isMissing = random.flag()
    return image
  }
}

extension Attachment: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Attachment {
    Attachment(
      name: random.text(), description: random.optional { $0.text() },
      size: random.optional { .random(in: 0...Int.max, using: &$0) },
      modified: random.optional { $0.text() })
  }
}

extension FontUse: RandomValue {
  static func random(_ random: inout SeededGenerator) -> FontUse {
    FontUse(
      name: random.text(), type: random.text(), encoding: random.optional { $0.text() },
      isEmbedded: random.flag(), isSubset: random.flag(),
      substitute: random.optional { $0.text() })
  }
}

extension Metadata: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Metadata {
    var metadata = Metadata()
    let members: [WritableKeyPath<Metadata, String?>] = [
      \.title, \.author, \.subject, \.keywords, \.language, \.creator, \.producer, \.created,
      \.modified,
    ]
    for member in members { metadata[keyPath: member] = random.optional { $0.text() } }
    return metadata
  }
}

extension PageWarning: RandomValue {
  static func random(_ random: inout SeededGenerator) -> PageWarning {
    let page = random.optional { random in Int.random(in: 0..<40, using: &random) }
    return PageWarning(
      code: random.text(), page: page, box: page == nil ? nil : random.optional { $0.value() },
      message: random.text())
  }
}

extension Encryption: RandomValue {
  static func random(_ random: inout SeededGenerator) -> Encryption {
    Encryption(
      method: random.text(), permissions: Permission.allCases.filter { _ in random.flag() })
  }
}

extension PublicationFacts: RandomValue {
  static func random(_ random: inout SeededGenerator) -> PublicationFacts {
    let capabilities = Capability.allCases.filter { _ in random.flag() }
    return PublicationFacts(
      info: PublicationInfo(
        format: random.text(), metadata: random.value(),
        direction: random.pick([.leftToRight, .rightToLeft, .topToBottom]),
        isReflowable: random.flag(), isExcerpt: random.flag(), hasCoverAlone: random.flag(),
        facingPages: random.pick([.automatic, .never, .landscape, .always]),
        capabilities: capabilities, encryption: random.optional { $0.value() },
        warnings: random.list { $0.value() }),
      pageCount: .random(in: 40...10_000, using: &random))
  }
}

extension PageBoxes: RandomValue {
  static func random(_ random: inout SeededGenerator) -> PageBoxes {
    var boxes = PageBoxes(
      Size(
        width: .random(in: 1e-6...15_000, using: &random),
        height: .random(in: 1e-6...15_000, using: &random)))
    boxes.media = random.value()
    boxes.trim = random.value()
    return boxes
  }
}

extension PageFacts: RandomValue {
  static func random(_ random: inout SeededGenerator) -> PageFacts {
    PageFacts(
      index: .random(in: 0...10_000, using: &random), label: "p" + random.text(),
      rotation: random.pick(Rotation.allCases), boxes: random.value(),
      spreadPosition: random.pick([.automatic, .left, .right, .alone]))
  }
}

extension RenderRequest: RandomValue {
  static func random(_ random: inout SeededGenerator) -> RenderRequest {
    let layers = random.list { ($0.text(), $0.flag()) }
    return RenderRequest(
      scale: random.flag()
        ? .pixelsPerPoint(.random(in: 1e-9...100, using: &random)) : .fit(random.value()),
      region: random.optional { $0.value() }, rotation: random.pick(Rotation.allCases),
      background: Color(
        red: .random(in: 0...255, using: &random), green: 0, blue: 255,
        alpha: random.pick([0, 1, 15, 16, 128, 255])),
      appearance: random.pick([.normal, .dark]), isGray: random.flag(),
      drawsAnnotations: random.flag(),
      layers: Dictionary(layers, uniquingKeysWith: { first, _ in first }),
      isDeterministic: random.flag())
  }
}

extension PixelGrid: RandomValue {
  static func random(_ random: inout SeededGenerator) -> PixelGrid {
    PixelGrid(
      size: random.value(), scale: .random(in: 1e-9...100, using: &random),
      transform: random.value())
  }
}

extension PageTextDocument: RandomValue {
  /// In thousandths of a point, as it is written.
  static func random(_ random: inout SeededGenerator) -> PageTextDocument {
    PageTextDocument(
      index: .random(in: 0...10_000, using: &random), label: random.text(),
      size: Rect.rounded(&random).size,
      text: PageText(
        order: random.pick([.structureTree, .articleThreads, .layout, .geometry]),
        blocks: random.list { $0.block() }), includesGlyphs: true)
  }
}

extension SeededGenerator {
  fileprivate mutating func block() -> TextBlock {
    TextBlock(
      box: .rounded(&self),
      role: pick([.paragraph, .title, .heading6, .listItem, .tableOfContents, .artifact]),
      lines: list { random in
        let words = random.list { $0.word() }
        return TextLine(
          box: .rounded(&random),
          baseline: Segment(
            start: Point(x: random.roundedCoordinate(), y: random.roundedCoordinate()),
            end: Point(x: random.roundedCoordinate(), y: random.roundedCoordinate())),
          words: words, formulas: random.formulas(of: words.count))
      }, thread: optional { $0.text() }, isContinuation: flag(),
      cell: optional { random in
        let numbers = (0..<3).map { _ in Int.random(in: 0...Int(Int32.max), using: &random) }
        return TableCell(table: numbers[0], row: numbers[1], index: numbers[2])
      })
  }

  private mutating func formulas(of wordCount: Int) -> [TextFormula] {
    var formulas: [TextFormula] = []
    var start = 0
    while start < wordCount {
      let end = Int.random(in: start + 1...wordCount, using: &self)
      if flag() {
        formulas.append(
          TextFormula(
            words: start..<end,
            alternative: pick([.missing, .decorative, .text("x squared \(start)")])))
      }
      start = end
    }
    return formulas
  }

  private mutating func roundedQuad() -> Quad {
    let corners = (0..<4).map { _ in Point(x: roundedCoordinate(), y: roundedCoordinate()) }
    return Quad(
      topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
  }

  private mutating func word() -> TextWord {
    let text = text()
    return TextWord(
      text: text, box: .rounded(&self), quad: optional { $0.roundedQuad() },
      font: optional { $0.text() }, size: optional { $0.roundedCoordinate(from: 0) } ?? 0,
      direction: pick([.leftToRight, .rightToLeft, .topToBottom]),
      language: optional { $0.text() }, glyphs: text.map { _ in .rounded(&self) },
      joinsNext: flag())
  }
}
