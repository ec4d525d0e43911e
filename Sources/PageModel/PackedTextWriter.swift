/// Writes the blocks of a page's text; see `PageText.packed`.
struct PackedTextWriter {
  private var listed = PackedTextNames()
  private var lastFont = 0
  private var lastLanguage = 0
  private var lastRole = 0
  /// The bytes that are written, with room for more.
  private var memory: [UInt8] = []
  private var length = 0

  var bytes: ArraySlice<UInt8> { memory[..<length] }
  var names: [String] { listed.names }

  mutating func append(_ block: TextBlock) {
    append(block.box)
    append(name: block.role.rawValue)
    var parts: PackedTextFormat.BlockParts = []
    if block.thread != nil { parts.insert(.thread) }
    if block.isContinuation { parts.insert(.isContinuation) }
    if block.cell != nil { parts.insert(.cell) }
    append(parts.rawValue)
    if let thread = block.thread { append(name: thread) }
    if let cell = block.cell {
      for number in [cell.table, cell.row, cell.index] { append(count: max(0, number)) }
    }
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
    case .missing: append(PackedTextFormat.AlternativeKind.missing.rawValue)
    case .decorative: append(PackedTextFormat.AlternativeKind.decorative.rawValue)
    case .text(let text):
      append(PackedTextFormat.AlternativeKind.text.rawValue)
      append(text)
    }
  }

  /// Writes a word at once, since a page has hundreds, with a dozen numbers and more in each.
  private mutating func append(_ word: TextWord) {
    let font = listed.place(of: word.font, near: &lastFont)
    let language = listed.place(of: word.language, near: &lastLanguage)
    var parts: PackedTextFormat.WordParts = []
    switch word.direction {
    case .leftToRight: break
    case .rightToLeft: parts.insert(.rightToLeft)
    case .topToBottom: parts.insert(.topToBottom)
    }
    if word.joinsNext { parts.insert(.joinsNext) }
    if word.quad != nil { parts.insert(.quad) }
    if font != nil { parts.insert(.font) }
    if word.hasSize { parts.insert(.size) }
    if language != nil { parts.insert(.language) }
    if !word.glyphs.isEmpty { parts.insert(.glyphs) }
    var text = word.text
    text.withUTF8 { utf8 in
      // A length, a box, a quad, a size, two names, and a count of glyphs.
      let numbers = 17 + 4 * word.glyphs.count
      write(atMost: 1 + utf8.count + numbers * PackedTextCursor.longestNumber) { cursor in
        cursor.put(parts.rawValue)
        cursor.put(UInt64(utf8.count))
        cursor.put(utf8)
        cursor.put(word.box)
        if let quad = word.quad {
          cursor.put(quad.topLeft)
          cursor.put(quad.topRight)
          cursor.put(quad.bottomRight)
          cursor.put(quad.bottomLeft)
        }
        if let font { cursor.put(UInt64(font)) }
        if word.hasSize { cursor.put(PackedTextFormat.thousandths(word.size)) }
        if let language { cursor.put(UInt64(language)) }
        if !word.glyphs.isEmpty { cursor.put(word.glyphs, from: word.box) }
      }
    }
  }

  private mutating func append(_ box: Rect) {
    write(atMost: 4 * PackedTextCursor.longestNumber) { $0.put(box) }
  }

  private mutating func append(_ point: Point) {
    write(atMost: 2 * PackedTextCursor.longestNumber) { $0.put(point) }
  }

  private mutating func append(name: String) {
    append(count: listed.place(ofName: name, near: &lastRole))
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      write(atMost: PackedTextCursor.longestNumber + utf8.count) { cursor in
        cursor.put(UInt64(utf8.count))
        cursor.put(utf8)
      }
    }
  }

  mutating func append(count: Int) {
    write(atMost: PackedTextCursor.longestNumber) { $0.put(UInt64(count)) }
  }

  mutating func append(_ byte: UInt8) { write(atMost: 1) { $0.put(byte) } }

  /// Lends the memory behind what is written, for `count` bytes.
  private mutating func write(atMost count: Int, _ body: (inout PackedTextCursor) -> Void) {
    if memory.count - length < count {
      memory.append(contentsOf: repeatElement(0, count: max(memory.count, count)))
    }
    length = memory.withUnsafeMutableBytes { memory in
      // The memory has a byte at least, and so an address.
      let start = memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
      var cursor = PackedTextCursor(start + length)
      body(&cursor)
      return cursor.place - start
    }
  }
}

/// Names, each once, in the order in which they come.
private struct PackedTextNames {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  mutating func place(of name: String?, near last: inout Int) -> Int? {
    guard let name else { return nil }
    return place(ofName: name, near: &last)
  }

  /// The place of a name, which is most often the last one that was asked for.
  mutating func place(ofName name: String, near last: inout Int) -> Int {
    if last < names.count, names[last] == name { return last }
    last = places[name] ?? names.count
    if last == names.count {
      places[name] = last
      names.append(name)
    }
    return last
  }
}

/// Writes where there is room.
private struct PackedTextCursor {
  static let longestNumber = 10

  private(set) var place: UnsafeMutablePointer<UInt8>

  init(_ place: UnsafeMutablePointer<UInt8>) {
    self.place = place
  }

  mutating func put(_ byte: UInt8) {
    place.pointee = byte
    place += 1
  }

  mutating func put(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard let start = utf8.baseAddress else { return }
    place.update(from: start, count: utf8.count)
    place += utf8.count
  }

  mutating func put(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      put(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(UInt8(truncatingIfNeeded: rest))
  }

  mutating func put(_ number: Int64) {
    put(UInt64(bitPattern: number << 1 ^ number >> 63))
  }

  mutating func put(_ point: Point) {
    put(PackedTextFormat.thousandths(point.x))
    put(PackedTextFormat.thousandths(point.y))
  }

  mutating func put(_ box: Rect) {
    put(PackedTextFormat.thousandths(box.x))
    put(PackedTextFormat.thousandths(box.y))
    put(PackedTextFormat.thousandths(box.width))
    put(PackedTextFormat.thousandths(box.height))
  }

  /// Boxes, from the corner of the one around them.
  mutating func put(_ boxes: [Rect], from outer: Rect) {
    let x = PackedTextFormat.thousandths(outer.x)
    let y = PackedTextFormat.thousandths(outer.y)
    put(UInt64(boxes.count))
    for box in boxes {
      put(PackedTextFormat.thousandths(box.x) &- x)
      put(PackedTextFormat.thousandths(box.y) &- y)
      put(PackedTextFormat.thousandths(box.width))
      put(PackedTextFormat.thousandths(box.height))
    }
  }
}

extension TextWord {
  fileprivate var hasSize: Bool { size > 0 && size.isFinite }
}
