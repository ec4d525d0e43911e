/// Writes the blocks of a page's text; see `PageText.packed`.
struct PackedTextWriter {
  var bytes: [UInt8] = []
  private(set) var names: [String] = []
  private var indices: [String: Int] = [:]

  mutating func append(_ block: TextBlock) {
    append(block.box)
    append(name: block.role.rawValue)
    var parts: PackedTextFormat.BlockParts = []
    if block.thread != nil { parts.insert(.thread) }
    if block.isContinuation { parts.insert(.isContinuation) }
    bytes.append(parts.rawValue)
    if let thread = block.thread { append(name: thread) }
    append(count: block.lines.count)
    for line in block.lines {
      append(line.box)
      append(line.baseline.start)
      append(line.baseline.end)
      append(count: line.words.count)
      for word in line.words { append(word) }
      append(count: line.formulas.count)
      var end = 0
      for formula in line.formulas {
        append(count: formula.words.lowerBound - end)
        append(count: formula.words.count)
        append(formula.alternative)
        end = formula.words.upperBound
      }
    }
  }

  private mutating func append(_ alternative: AlternativeText) {
    switch alternative {
    case .missing: bytes.append(PackedTextFormat.AlternativeKind.missing.rawValue)
    case .decorative: bytes.append(PackedTextFormat.AlternativeKind.decorative.rawValue)
    case .text(let text):
      bytes.append(PackedTextFormat.AlternativeKind.text.rawValue)
      append(text)
    }
  }

  private mutating func append(_ word: TextWord) {
    var parts: PackedTextFormat.WordParts = []
    switch word.direction {
    case .leftToRight: break
    case .rightToLeft: parts.insert(.rightToLeft)
    case .topToBottom: parts.insert(.topToBottom)
    }
    if word.joinsNext { parts.insert(.joinsNext) }
    if word.quad != nil { parts.insert(.quad) }
    if word.font != nil { parts.insert(.font) }
    if word.hasSize { parts.insert(.size) }
    if word.language != nil { parts.insert(.language) }
    if !word.glyphs.isEmpty { parts.insert(.glyphs) }
    bytes.append(parts.rawValue)
    append(word.text)
    append(word.box)
    if let quad = word.quad {
      for corner in [quad.topLeft, quad.topRight, quad.bottomRight, quad.bottomLeft] {
        append(corner)
      }
    }
    if let font = word.font { append(name: font) }
    if word.hasSize { append(PackedTextFormat.thousandths(word.size)) }
    if let language = word.language { append(name: language) }
    guard !word.glyphs.isEmpty else { return }
    append(count: word.glyphs.count)
    let (x, y) = (
      PackedTextFormat.thousandths(word.box.x), PackedTextFormat.thousandths(word.box.y)
    )
    for glyph in word.glyphs {
      append(PackedTextFormat.thousandths(glyph.x) &- x)
      append(PackedTextFormat.thousandths(glyph.y) &- y)
      append(PackedTextFormat.thousandths(glyph.width))
      append(PackedTextFormat.thousandths(glyph.height))
    }
  }

  private mutating func append(_ box: Rect) {
    append(PackedTextFormat.thousandths(box.x))
    append(PackedTextFormat.thousandths(box.y))
    append(PackedTextFormat.thousandths(box.width))
    append(PackedTextFormat.thousandths(box.height))
  }

  private mutating func append(_ point: Point) {
    append(PackedTextFormat.thousandths(point.x))
    append(PackedTextFormat.thousandths(point.y))
  }

  private mutating func append(name: String) {
    if let index = indices[name] { return append(count: index) }
    indices[name] = names.count
    append(count: names.count)
    names.append(name)
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(count: utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func append(count: Int) { append(UInt64(count)) }

  private mutating func append(_ number: Int64) {
    append(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  private mutating func append(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}

extension TextWord {
  fileprivate var hasSize: Bool { size > 0 && size.isFinite }
}
