import CRecto
import RectoPageModel

func textAnswer(_ document: PageTextDocument) -> StructAnswer<recto_text> {
  StructAnswer { memory in
    TextArrays(document.text, in: memory).answer(in: memory)
  } json: { json in
    json.value(document)
  }
}

/// The text of a page, taken apart into arrays.
private struct TextArrays {
  private let text: PageText
  private var utf8: [CChar] = []
  private var starts: [UInt32] = []
  private var boxes: [Double] = []
  private var quads: [Double] = []
  private var sizes: [Double] = []
  private var wordFonts: [Int32] = []
  private var wordLanguages: [Int32] = []
  private var flags: [UInt32] = []
  private var wordLines: [UInt32] = []
  private var glyphStarts: [UInt32] = [0]
  /// In the answer's memory, since a page has thousands.
  private let glyphBoxes: UnsafeMutableBufferPointer<Rect>
  private var glyphCount = 0
  private var lineBoxes: [Double] = []
  private var baselines: [Double] = []
  private var lineBlocks: [UInt32] = []
  private var blockBoxes: [Double] = []
  private var fonts = Names()
  private var languages = Names()

  init(_ text: PageText, in memory: Arena) {
    self.text = text
    let lines = text.blocks.lazy.flatMap(\.lines)
    glyphBoxes = memory.boxes(
      lines.reduce(0) { sum, line in line.words.reduce(sum) { $0 + $1.glyphs.count } })
    reserve(lines.reduce(0) { $0 + $1.words.count })
    for (index, block) in text.blocks.enumerated() {
      blockBoxes.append(block.box)
      for line in block.lines {
        lineBlocks.append(UInt32(index))
        lineBoxes.append(line.box)
        let baseline = line.baseline
        baselines += [baseline.start.x, baseline.start.y, baseline.end.x, baseline.end.y]
        for word in line.words { add(word, line: lineBlocks.count - 1) }
      }
    }
    starts.append(UInt32(utf8.count))
  }

  private mutating func reserve(_ wordCount: Int) {
    starts.reserveCapacity(wordCount + 1)
    boxes.reserveCapacity(4 * wordCount)
    quads.reserveCapacity(8 * wordCount)
    sizes.reserveCapacity(wordCount)
    wordFonts.reserveCapacity(wordCount)
    wordLanguages.reserveCapacity(wordCount)
    flags.reserveCapacity(wordCount)
    wordLines.reserveCapacity(wordCount)
    glyphStarts.reserveCapacity(wordCount + 1)
  }

  private mutating func add(_ word: TextWord, line: Int) {
    starts.append(UInt32(utf8.count))
    utf8 += word.text.utf8.lazy.map { CChar(bitPattern: $0 == 0 ? UInt8(ascii: " ") : $0) }
    utf8.append(0)
    boxes.append(word.box)
    quads.append(word.quad ?? Quad(word.box))
    sizes.append(word.size)
    wordFonts.append(fonts.index(of: word.font))
    wordLanguages.append(languages.index(of: word.language))
    flags.append(Self.flags(of: word))
    wordLines.append(UInt32(line))
    glyphCount = glyphBoxes[glyphCount...].update(fromContentsOf: word.glyphs)
    glyphStarts.append(UInt32(glyphCount))
  }

  private static func flags(of word: TextWord) -> UInt32 {
    var flags = 0
    if word.joinsNext { flags |= Int(RECTO_WORD_JOINS_NEXT) }
    if word.direction == .rightToLeft { flags |= Int(RECTO_WORD_RIGHT_TO_LEFT) }
    if word.direction == .topToBottom { flags |= Int(RECTO_WORD_TOP_TO_BOTTOM) }
    if word.quad != nil { flags |= Int(RECTO_WORD_SLANTED) }
    return UInt32(flags)
  }

  func answer(in memory: Arena) -> recto_text {
    var result = recto_text()
    result.order = Int32(order)
    let plain = text.plain
    result.plain = memory.string(plain)
    result.plain_length = plain.utf8.count
    result.word_count = starts.count - 1
    result.word_utf8 = memory.array(utf8)
    result.word_starts = memory.array(starts)
    result.word_boxes = memory.array(boxes)
    result.word_quads = memory.array(quads)
    result.word_sizes = memory.array(sizes)
    result.word_fonts = memory.array(wordFonts)
    result.word_languages = memory.array(wordLanguages)
    result.word_flags = memory.array(flags)
    result.word_lines = memory.array(wordLines)
    result.word_glyphs = memory.array(glyphStarts)
    result.glyph_count = glyphCount
    result.glyph_boxes = memory.numbers(of: glyphBoxes)
    result.line_count = lineBlocks.count
    result.line_boxes = memory.array(lineBoxes)
    result.line_baselines = memory.array(baselines)
    result.line_blocks = memory.array(lineBlocks)
    result.block_count = text.blocks.count
    result.block_boxes = memory.array(blockBoxes)
    result.block_roles = memory.strings(text.blocks.map(\.role.rawValue))
    result.font_count = fonts.names.count
    result.fonts = memory.strings(fonts.names)
    result.language_count = languages.names.count
    result.languages = memory.strings(languages.names)
    return result
  }

  private var order: Int {
    switch text.order {
    case .structureTree: Int(RECTO_ORDER_STRUCTURE)
    case .articleThreads: Int(RECTO_ORDER_ARTICLES)
    case .layout: Int(RECTO_ORDER_LAYOUT)
    case .geometry: Int(RECTO_ORDER_GEOMETRY)
    }
  }
}

/// Names, each once, in the order in which they come.
private struct Names {
  private(set) var names: [String] = []
  private var indices: [String: Int32] = [:]
  /// The index of the last name, which most words have as well.
  private var last: Int32 = -1

  /// -1 for none.
  mutating func index(of name: String?) -> Int32 {
    guard let name else { return -1 }
    if last >= 0, names[Int(last)] == name { return last }
    if let known = indices[name] {
      last = known
    } else {
      last = Int32(names.count)
      names.append(name)
      indices[name] = last
    }
    return last
  }
}

/// Number by number: an array for each box of a page takes longer than the rest of an answer.
extension [Double] {
  mutating func append(_ box: Rect) {
    append(box.x)
    append(box.y)
    append(box.width)
    append(box.height)
  }

  /// In the order of the header's quads.
  mutating func append(_ quad: Quad) {
    for corner in quad.corners {
      append(corner.x)
      append(corner.y)
    }
  }
}
