/// Reads a page's text; see `PageText.init(packed:)`.
struct PackedTextReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var names: [String] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func text() throws(PackedTextError) -> PageText {
    guard try byte() == PackedTextFormat.version else {
      throw PackedTextError("it is in another form")
    }
    guard let order = ReadingOrder(rawValue: try shortString()) else {
      throw PackedTextError("its order has an unknown name")
    }
    for _ in 0..<(try count()) { names.append(try string().text) }
    var blocks: [TextBlock] = []
    for _ in 0..<(try count()) { blocks.append(try block()) }
    guard position == bytes.count else { throw PackedTextError("more follows behind it") }
    return PageText(order: order, blocks: blocks)
  }

  private mutating func block() throws(PackedTextError) -> TextBlock {
    let box = try box()
    guard let role = TextRole(rawValue: try shortName()) else {
      throw PackedTextError("a block's role has an unknown name")
    }
    let parts = PackedTextFormat.BlockParts(rawValue: try byte())
    let thread = parts.contains(.thread) ? try name() : nil
    let cell =
      parts.contains(.cell)
      ? TableCell(table: try number(), row: try number(), index: try number()) : nil
    var lines: [TextLine] = []
    for _ in 0..<(try count()) {
      let (box, start, end) = (try self.box(), try point(), try point())
      let count = try count(ofBytes: 6)
      var words: [TextWord] = []
      words.reserveCapacity(count)
      for _ in 0..<count { words.append(try word()) }
      lines.append(
        TextLine(
          box: box, baseline: Segment(start: start, end: end), words: words,
          formulas: try formulas(of: count)))
    }
    return TextBlock(
      box: box, role: role, lines: lines, thread: thread,
      isContinuation: parts.contains(.isContinuation), cell: cell)
  }

  /// The number of a table, of a row or of a cell.
  private mutating func number() throws(PackedTextError) -> Int {
    guard let number = Int32(exactly: try unsigned()) else {
      throw PackedTextError("the number of a cell is too large")
    }
    return Int(number)
  }

  /// The formulas of a line, each of which begins at or behind the end of the one before.
  private mutating func formulas(of wordCount: Int) throws(PackedTextError) -> [TextFormula] {
    var formulas: [TextFormula] = []
    var end = 0
    for _ in 0..<(try count(ofBytes: 3)) {
      let (gap, length) = (try unsigned(), try unsigned())
      guard length > 0, gap <= wordCount - end, length <= wordCount - end - Int(gap) else {
        throw PackedTextError("a formula is not of its line's words")
      }
      let start = end + Int(gap)
      end = start + Int(length)
      formulas.append(TextFormula(words: start..<end, alternative: try alternative()))
    }
    return formulas
  }

  private mutating func alternative() throws(PackedTextError) -> AlternativeText {
    switch PackedTextFormat.AlternativeKind(rawValue: try byte()) {
    case .missing: return .missing
    case .decorative: return .decorative
    case .text: return AlternativeText(try string().text)
    case nil: throw PackedTextError("an alternative text is of an unknown kind")
    }
  }

  private mutating func word() throws(PackedTextError) -> TextWord {
    let parts = PackedTextFormat.WordParts(rawValue: try byte())
    let (text, characters) = try string()
    var word = TextWord(text: text, box: try box())
    switch parts.intersection([.rightToLeft, .topToBottom]) {
    case []: word.direction = .leftToRight
    case .rightToLeft: word.direction = .rightToLeft
    case .topToBottom: word.direction = .topToBottom
    default: throw PackedTextError("a word runs in two directions")
    }
    word.joinsNext = parts.contains(.joinsNext)
    if parts.contains(.quad) {
      word.quad = Quad(
        topLeft: try point(), topRight: try point(), bottomRight: try point(),
        bottomLeft: try point())
    }
    if parts.contains(.font) { word.font = try name() }
    if parts.contains(.size) {
      word.size = try coordinate()
      guard word.size >= 0, word.size <= 1e6 else {
        throw PackedTextError("a font size cannot be \(word.size)")
      }
    }
    if parts.contains(.language) { word.language = try name() }
    guard parts.contains(.glyphs) else { return word }
    let count = try count(ofBytes: 4)
    let (x, y) = (
      PackedTextFormat.thousandths(word.box.x), PackedTextFormat.thousandths(word.box.y)
    )
    word.glyphs.reserveCapacity(count)
    for _ in 0..<count { word.glyphs.append(try box(from: x, y)) }
    // They say nothing where there is not one for each character.
    if count != characters ?? text.count { word.glyphs = [] }
    return word
  }

  /// A box whose corner is stated from a place.
  private mutating func box(from x: Int64 = 0, _ y: Int64 = 0) throws(PackedTextError) -> Rect {
    let box = Rect(
      x: try coordinate(from: x), y: try coordinate(from: y), width: try coordinate(),
      height: try coordinate())
    guard box.width >= 0, box.height >= 0 else {
      throw PackedTextError("a box has a negative side")
    }
    return box
  }

  private mutating func point() throws(PackedTextError) -> Point {
    Point(x: try coordinate(), y: try coordinate())
  }

  private mutating func coordinate(from start: Int64 = 0) throws(PackedTextError) -> Double {
    let number = try signed()
    guard number.magnitude <= 2 * PackedTextFormat.farthest.magnitude else {
      throw PackedTextError("a coordinate is not a number")
    }
    return Double(min(max(start + number, -PackedTextFormat.farthest), PackedTextFormat.farthest))
      / 1000
  }

  private mutating func name() throws(PackedTextError) -> String {
    let index = try unsigned()
    guard index < names.count else { throw PackedTextError("a name is not listed") }
    return names[Int(index)]
  }

  /// The name of a case: none is longer, and comparing long texts takes long.
  private static let longestName = 32

  private mutating func shortString() throws(PackedTextError) -> String {
    let text = try string().text
    return text.utf8.count <= Self.longestName ? text : ""
  }

  private mutating func shortName() throws(PackedTextError) -> String {
    let name = try name()
    return name.utf8.count <= Self.longestName ? name : ""
  }

  /// A text, and the number of its characters where that is easily known.
  private mutating func string() throws(PackedTextError) -> (text: String, characters: Int?) {
    let count = try count()
    let utf8 = UnsafeBufferPointer(rebasing: bytes[position..<position + count])
    position += count
    // A carriage return and a line feed are one character.
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x80 }) {
      let text = String(unsafeUninitializedCapacity: count) { memory in
        memory.initialize(fromContentsOf: utf8)
      }
      return (text, count)
    }
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw PackedTextError("a word is not UTF-8")
    }
    return (text, nil)
  }

  /// The number of things that follow, each of which takes `least` bytes or more.
  private mutating func count(ofBytes least: Int = 1) throws(PackedTextError) -> Int {
    let count = try unsigned()
    guard count <= (bytes.count - position) / least else { throw PackedTextError("it is cut off") }
    return Int(count)
  }

  private mutating func signed() throws(PackedTextError) -> Int64 {
    let number = try unsigned()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  private mutating func unsigned() throws(PackedTextError) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    var place = position
    while shift < 64, place < bytes.count {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 {
        position = place
        return number
      }
      shift += 7
    }
    throw PackedTextError(shift < 64 ? "it is cut off" : "a number is too long")
  }

  private mutating func byte() throws(PackedTextError) -> UInt8 {
    guard position < bytes.count else { throw PackedTextError("it is cut off") }
    defer { position += 1 }
    return bytes[position]
  }
}
