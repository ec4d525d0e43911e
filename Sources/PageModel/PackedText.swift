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
    packed.append(PackedTextFormat.version)
    packed.append(order.rawValue)
    packed.append(count: body.names.count)
    for name in body.names { packed.append(name) }
    packed.append(count: blocks.count)
    return Array(packed.bytes + body.bytes)
  }

  /// Reads `packed`. Throws for bytes in another form, and for more than 6 MiB, since each byte
  /// may take thirty in memory.
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

/// The form of packed texts, which the writer and the reader share.
enum PackedTextFormat {
  /// The first byte. Bytes of another version never reach a reader: workers are of the host's version,
  /// and a book's text is kept under its backend's.
  static let version: UInt8 = 4

  /// Coordinates beyond this many thousandths are drawn in to it, as they are in JSON.
  static let farthest: Int64 = 1_000_000_000_000
  /// Stands for NaN and infinities, which a reader refuses.
  static let notANumber = Int64.max

  /// The parts of a word, by bits; the lowest two are its direction.
  struct WordParts: OptionSet {
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
  struct BlockParts: OptionSet {
    let rawValue: UInt8

    static let thread = BlockParts(rawValue: 1)
    static let isContinuation = BlockParts(rawValue: 1 << 1)
    static let cell = BlockParts(rawValue: 1 << 2)
  }

  enum AlternativeKind: UInt8 {
    case missing, decorative, text
  }

  /// A number of points in thousandths.
  static func thousandths(_ number: Double) -> Int64 {
    guard number.isFinite else { return notANumber }
    let scaled = min(max(number * 1000, -Double(farthest)), Double(farthest))
    // As `rounded()` does, which is a call of the C library.
    let whole = Int64(scaled)
    let rest = scaled - Double(whole)
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }
}
