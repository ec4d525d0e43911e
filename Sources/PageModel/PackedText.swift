/// The text of a page in bytes, for the way from a worker and for what is kept of a book: a page of
/// print has thousands of boxes, and JSON of them takes several times as long to write and to read.
///
/// Coordinates and sizes are rounded to thousandths of a point, as they are in JSON. Every number is
/// a variable-length integer of seven bits a byte, the lowest first; a signed one has its sign in
/// the lowest bit. Fonts, languages, roles and threads are listed once, before the blocks.
extension PageText {
  public var packed: [UInt8] {
    var body = PackedTextWriter()
    for block in blocks { body.append(block) }
    var packed = PackedTextWriter()
    packed.bytes.append(version)
    packed.append(order.rawValue)
    packed.append(count: body.names.count)
    for name in body.names { packed.append(name) }
    packed.append(count: blocks.count)
    return packed.bytes + body.bytes
  }

  /// Reads `packed`. Throws where the bytes have another form, and for more than 6 MiB: each byte may
  /// become thirty in memory.
  public init(packed bytes: some Collection<UInt8>) throws(PackedTextError) {
    guard bytes.count <= 6 << 20 else { throw PackedTextError("it is longer than 6 MiB") }
    let bytes = ContiguousArray(bytes)
    let read = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(PackedTextError) in
        var reader = PackedTextReader(bytes)
        return try reader.text()
      }
    }
    self = try read.get()
  }
}

/// The reason why bytes are not a packed text.
public struct PackedTextError: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The first byte. Bytes of another version never reach a reader: workers are of the host's version,
/// and a book's text is kept under its backend's.
private let version: UInt8 = 3

/// Coordinates beyond this many thousandths are drawn in to it, as they are in JSON.
private let farthest: Int64 = 1_000_000_000_000
/// Stands for NaN and infinities, which a reader refuses.
private let notANumber = Int64.max

/// The parts of a word, by bits; the lowest two are its direction.
private struct WordParts: OptionSet {
  let rawValue: UInt8

  static let rightToLeft = WordParts(rawValue: 1)
  static let topToBottom = WordParts(rawValue: 1 << 1)
  static let joinsNext = WordParts(rawValue: 1 << 2)
  static let quad = WordParts(rawValue: 1 << 3)
  static let font = WordParts(rawValue: 1 << 4)
  static let size = WordParts(rawValue: 1 << 5)
  static let language = WordParts(rawValue: 1 << 6)
  static let glyphs = WordParts(rawValue: 1 << 7)
}

/// The parts of a block, by bits.
private struct BlockParts: OptionSet {
  let rawValue: UInt8

  static let thread = BlockParts(rawValue: 1)
  static let isContinuation = BlockParts(rawValue: 1 << 1)
}

private enum AlternativeKind: UInt8 {
  case missing, decorative, text
}

private struct PackedTextWriter {
  var bytes: [UInt8] = []
  private(set) var names: [String] = []
  private var indices: [String: Int] = [:]

  mutating func append(_ block: TextBlock) {
    append(block.box)
    append(name: block.role.rawValue)
    var parts: BlockParts = []
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
    case .missing: bytes.append(AlternativeKind.missing.rawValue)
    case .decorative: bytes.append(AlternativeKind.decorative.rawValue)
    case .text(let text):
      bytes.append(AlternativeKind.text.rawValue)
      append(text)
    }
  }

  private mutating func append(_ word: TextWord) {
    var parts: WordParts = []
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
    if word.hasSize { append(thousandths(word.size)) }
    if let language = word.language { append(name: language) }
    guard !word.glyphs.isEmpty else { return }
    append(count: word.glyphs.count)
    let (x, y) = (thousandths(word.box.x), thousandths(word.box.y))
    for glyph in word.glyphs {
      append(thousandths(glyph.x) &- x)
      append(thousandths(glyph.y) &- y)
      append(thousandths(glyph.width))
      append(thousandths(glyph.height))
    }
  }

  private mutating func append(_ box: Rect) {
    append(thousandths(box.x))
    append(thousandths(box.y))
    append(thousandths(box.width))
    append(thousandths(box.height))
  }

  private mutating func append(_ point: Point) {
    append(thousandths(point.x))
    append(thousandths(point.y))
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

private func thousandths(_ number: Double) -> Int64 {
  guard number.isFinite else { return notANumber }
  return Int64(min(max((number * 1000).rounded(), -Double(farthest)), Double(farthest)))
}

private struct PackedTextReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var names: [String] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  mutating func text() throws(PackedTextError) -> PageText {
    guard try byte() == version else { throw PackedTextError("it is in another form") }
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
    let parts = BlockParts(rawValue: try byte())
    let thread = parts.contains(.thread) ? try name() : nil
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
      isContinuation: parts.contains(.isContinuation))
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
    switch AlternativeKind(rawValue: try byte()) {
    case .missing: return .missing
    case .decorative: return .decorative
    case .text: return AlternativeText(try string().text)
    case nil: throw PackedTextError("an alternative text is of an unknown kind")
    }
  }

  private mutating func word() throws(PackedTextError) -> TextWord {
    let parts = WordParts(rawValue: try byte())
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
    let (x, y) = (thousandths(word.box.x), thousandths(word.box.y))
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
    guard number.magnitude <= 2 * farthest.magnitude else {
      throw PackedTextError("a coordinate is not a number")
    }
    return Double(min(max(start + number, -farthest), farthest)) / 1000
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
    guard let text = String(validating: utf8, as: UTF8.self) else {
      throw PackedTextError("a word is not UTF-8")
    }
    // A carriage return and a line feed are one character.
    return (text, utf8.allSatisfy { $0 >= 0x20 && $0 < 0x80 } ? count : nil)
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
    while shift < 64 {
      let byte = try byte()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw PackedTextError("a number is too long")
  }

  private mutating func byte() throws(PackedTextError) -> UInt8 {
    guard position < bytes.count else { throw PackedTextError("it is cut off") }
    defer { position += 1 }
    return bytes[position]
  }

}
