/// Reads JSON (RFC 8259) with the line and column of every value, which the fast readers of JSON do
/// not keep. Stricter than the RFC in one thing: a name may occur only once in an object.
struct JSONTree {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var line = 1
  /// The index up to which columns are counted, and the column there: a file of one line is walked
  /// only once.
  private var counted = (index: 0, column: 1)
  private var values = 0

  /// The tree of a file in UTF-8.
  ///
  /// Throws if it is not JSON or exceeds `TreeLimits`.
  static func read(_ bytes: [UInt8]) throws(TreeError) -> PositionedNode {
    guard bytes.count <= TreeLimits.bytes else {
      throw TreeError(
        isLimit: true, position: FilePosition(line: 1, column: 1),
        sentence: "the file is larger than \(TreeLimits.bytes >> 20) MiB")
    }
    let outcome = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(TreeError) in
        var tree = JSONTree(bytes: buffer)
        return try tree.document()
      }
    }
    return try outcome.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func document() throws(TreeError) -> PositionedNode {
    // A byte order mark is not JSON's, but editors write it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      index = 3
      counted.index = 3
    }
    let node = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw error("unexpected text after the end of the document") }
    return node
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(TreeError) -> PositionedNode {
    skipSpace()
    values += 1
    guard values <= TreeLimits.values else {
      throw error("there are more than \(TreeLimits.values) values in the file", isLimit: true)
    }
    guard depth < TreeLimits.depth else {
      throw error("lists and objects nest deeper than \(TreeLimits.depth)", isLimit: true)
    }
    let position = position()
    switch peek {
    case UInt8(ascii: "{"): return try object(at: position, depth: depth)
    case UInt8(ascii: "["): return try list(at: position, depth: depth)
    case UInt8(ascii: "\""): return PositionedNode(.text(try string()), at: position)
    case UInt8(ascii: "t"): return try word("true", .bool(true), at: position)
    case UInt8(ascii: "f"): return try word("false", .bool(false), at: position)
    case UInt8(ascii: "n"): return try word("null", .null, at: position)
    case let byte? where byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte):
      return try number(at: position)
    case nil: throw error("the file ends where a value is expected")
    default: throw error("expected a value: a text in double quotes, a number, a list, an object")
    }
  }

  private mutating func object(
    at position: FilePosition, depth: Int
  ) throws(TreeError) -> PositionedNode {
    index += 1
    var members: [PositionedNode.Member] = []
    var names: Set<String> = []
    skipSpace()
    if skips("}") { return PositionedNode(.object([]), at: position) }
    repeat {
      skipSpace()
      let place = self.position()
      guard peek == UInt8(ascii: "\"") else { throw error("expected a name in double quotes") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw TreeError(position: place, sentence: "the key \(quoted(name)) appears twice")
      }
      skipSpace()
      guard skips(":") else { throw error("expected a colon") }
      members.append(
        PositionedNode.Member(name: name, position: place, value: try value(depth: depth + 1)))
      skipSpace()
    } while skips(",")
    guard skips("}") else { throw error("expected a comma or a closing brace") }
    return PositionedNode(.object(members), at: position)
  }

  private mutating func list(
    at position: FilePosition, depth: Int
  ) throws(TreeError) -> PositionedNode {
    index += 1
    var elements: [PositionedNode] = []
    skipSpace()
    if skips("]") { return PositionedNode(.list([]), at: position) }
    repeat {
      elements.append(try value(depth: depth + 1))
      skipSpace()
    } while skips(",")
    guard skips("]") else { throw error("expected a comma or a closing bracket") }
    return PositionedNode(.list(elements), at: position)
  }

  private mutating func word(
    _ word: StaticString, _ content: PositionedNode.Content, at position: FilePosition
  ) throws(TreeError) -> PositionedNode {
    let end = index + word.utf8CodeUnitCount
    guard end <= bytes.count,
      bytes[index..<end].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    else { throw error("expected a value: put text in double quotes") }
    index = end
    return PositionedNode(content, at: position)
  }

  private mutating func number(at position: FilePosition) throws(TreeError) -> PositionedNode {
    let start = index
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
    func digits() throws(TreeError) {
      guard isDigit(peek) else { throw error("expected a digit") }
      while isDigit(peek) { index += 1 }
    }
    _ = skips("-")
    if !skips("0") { try digits() }
    if skips(".") { try digits() }
    if skips("e") || skips("E") {
      if !skips("+") { _ = skips("-") }
      try digits()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw TreeError(position: position, sentence: "the number is too large")
    }
    return PositionedNode(.number(number, digits: text), at: position)
  }

  // MARK: Characters

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skips(_ scalar: UnicodeScalar) -> Bool {
    guard peek == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
      if byte == 0x0A {
        line += 1
        counted = (index, 1)
      }
    }
  }

  private mutating func string() throws(TreeError) -> String {
    index += 1
    var units: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        guard let text = String(validating: units, as: UTF8.self) else {
          throw error("the text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"):
        index += 1
        units.append(contentsOf: String(try escape()).utf8)
      case 0..<0x20:
        throw error("a line break or control character in a text is written \\n or \\u")
      default:
        units.append(byte)
        index += 1
      }
    }
    throw error("a text is not closed")
  }

  private mutating func escape() throws(TreeError) -> UnicodeScalar {
    guard let letter = peek else { throw error("a text is not closed") }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return UnicodeScalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try codePoint()
    default: throw error("\\\(quoted(String(UnicodeScalar(letter)))) is not an escape")
    }
  }

  private mutating func codePoint() throws(TreeError) -> UnicodeScalar {
    let high = try hexadecimal()
    guard (0xD800..<0xDC00).contains(high) else {
      guard let scalar = UnicodeScalar(high) else { throw error("half a surrogate pair") }
      return scalar
    }
    guard skips("\\"), skips("u") else { throw error("half a surrogate pair") }
    let low = try hexadecimal()
    guard (0xDC00..<0xE000).contains(low),
      let scalar = UnicodeScalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw error("half a surrogate pair") }
    return scalar
  }

  private mutating func hexadecimal() throws(TreeError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = peek, let digit = Character(UnicodeScalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw error("expected four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  // MARK: Errors

  private mutating func position() -> FilePosition {
    // Continuation bytes of UTF-8 do not start a character.
    let added = bytes[counted.index..<index].count { $0 & 0xC0 != 0x80 }
    counted = (index, counted.column + added)
    return FilePosition(line: line, column: counted.column)
  }

  private mutating func error(_ sentence: String, isLimit: Bool = false) -> TreeError {
    TreeError(isLimit: isLimit, position: position(), sentence: sentence)
  }
}
