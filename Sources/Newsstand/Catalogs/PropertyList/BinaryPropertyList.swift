import RectoPageModel

/// Reads binary property lists (`bplist00`), in bounds that Foundation's reader does not have: there,
/// 500 bytes whose arrays share their elements become 10^30 values, and a count is taken at its word.
struct BinaryPropertyList {
  private let bytes: [UInt8]
  private let offsetTable: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  /// Values that may still be made, however often objects are shared.
  private var valuesLeft = 2_000_000

  /// The topmost value. Throws `badCatalog`.
  static func read(_ bytes: [UInt8]) throws(NewsstandError) -> PropertyListValue {
    guard bytes.count >= 8 + 32, bytes.starts(with: Array("bplist00".utf8)) else {
      throw bad("it is cut off, or of another version")
    }
    var list = try BinaryPropertyList(bytes)
    return try list.value(try list.topObject(), depth: 0)
  }

  /// By the 32 bytes at the end.
  private init(_ bytes: [UInt8]) throws(NewsstandError) {
    self.bytes = bytes
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    let counts = [8, 24].map { Self.number(bytes[(trailer + $0)..<(trailer + $0 + 8)]) }
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let objects = counts[0], let table = counts[1], objects > 0, table >= 8, table <= trailer,
      objects <= (trailer - table) / offsetSize
    else { throw Self.bad("its trailer is invalid") }
    (objectCount, offsetTable) = (objects, table)
  }

  private func topObject() throws(NewsstandError) -> Int {
    let trailer = bytes.count - 32
    guard let top = Self.number(bytes[(trailer + 16)..<(trailer + 24)]) else {
      throw Self.bad("it has no topmost value")
    }
    return top
  }

  /// A number of big-endian bytes; nil if it exceeds `Int`.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    var number: UInt64 = 0
    for byte in bytes {
      guard number >> 56 == 0 else { return nil }
      number = number << 8 | UInt64(byte)
    }
    return Int(exactly: number)
  }

  /// The bytes from `start`. Throws if there are fewer before the table of offsets.
  private func slice(_ start: Int, _ count: Int) throws(NewsstandError) -> ArraySlice<UInt8> {
    guard start >= 8, count >= 0, start <= offsetTable, count <= offsetTable - start else {
      throw Self.bad("a value lies outside the file")
    }
    return bytes[start..<start + count]
  }

  private mutating func value(
    _ object: Int, depth: Int
  ) throws(NewsstandError) -> PropertyListValue {
    guard depth < PropertyListValue.deepest else {
      throw Self.bad("its values nest deeper than \(PropertyListValue.deepest)")
    }
    valuesLeft -= 1
    guard valuesLeft > 0 else { throw Self.bad("it has too many values") }
    guard (0..<objectCount).contains(object) else { throw Self.bad("a value is missing") }
    let entry = offsetTable + object * offsetSize
    guard let start = Self.number(bytes[entry..<entry + offsetSize]),
      let marker = try slice(start, 1).first
    else { throw Self.bad("a value lies outside the file") }
    let (kind, low) = (marker >> 4, Int(marker & 15))
    switch kind {
    case 0x0: return marker == 0x08 ? .bool(false) : marker == 0x09 ? .bool(true) : .other
    case 0x1 where low <= 3:
      let digits = try slice(start + 1, 1 << low)
      return .text("\(digits.reduce(Int64(0)) { $0 << 8 | Int64($1) })")
    case 0x2 where low == 3: return .text("\(try real(start + 1))")
    case 0x3 where low == 3: return date(try real(start + 1))
    case 0x5, 0x6: return try text(start, low, isUTF16: kind == 6)
    case 0xA: return try array(start, low, depth)
    case 0xD: return try dictionary(start, low, depth)
    default: return .other
    }
  }

  /// A count of elements, and where they begin.
  private func count(
    _ start: Int, _ low: Int
  ) throws(NewsstandError) -> (count: Int, content: Int) {
    guard low == 15 else { return (low, start + 1) }
    let marker = try slice(start + 1, 1).first ?? 0
    guard marker >> 4 == 1, marker & 15 <= 3,
      let count = Self.number(try slice(start + 2, 1 << Int(marker & 15)))
    else { throw Self.bad("a count is not a number") }
    return (count, start + 2 + 1 << Int(marker & 15))
  }

  private func text(
    _ start: Int, _ low: Int, isUTF16: Bool
  ) throws(NewsstandError) -> PropertyListValue {
    let (count, content) = try count(start, low)
    guard count <= bytes.count else { throw Self.bad("a value lies outside the file") }
    let slice = try slice(content, isUTF16 ? count * 2 : count)
    guard isUTF16 else { return .text(String(decoding: slice, as: UTF8.self)) }
    let units = stride(from: slice.startIndex, to: slice.endIndex, by: 2).map {
      UInt16(slice[$0]) << 8 | UInt16(slice[$0 + 1])
    }
    return .text(String(decoding: units, as: UTF16.self))
  }

  private func references(_ content: Int, _ count: Int) throws(NewsstandError) -> [Int] {
    // No list can have more elements than there is room for their references.
    guard count <= bytes.count / referenceSize, count <= valuesLeft else {
      throw Self.bad("a list says that it has \(count) elements")
    }
    let slice = try slice(content, count * referenceSize)
    var references: [Int] = []
    references.reserveCapacity(count)
    for start in stride(from: slice.startIndex, to: slice.endIndex, by: referenceSize) {
      references.append(Self.number(slice[start..<start + referenceSize]) ?? -1)
    }
    return references
  }

  private mutating func array(
    _ start: Int, _ low: Int, _ depth: Int
  ) throws(NewsstandError) -> PropertyListValue {
    let (count, content) = try count(start, low)
    var elements: [PropertyListValue] = []
    for reference in try references(content, count) {
      elements.append(try value(reference, depth: depth + 1))
    }
    return .array(elements)
  }

  private mutating func dictionary(
    _ start: Int, _ low: Int, _ depth: Int
  ) throws(NewsstandError) -> PropertyListValue {
    let (count, content) = try count(start, low)
    let keys = try references(content, count)
    let values = try references(content + count * referenceSize, count)
    var members: [PropertyListValue.Member] = []
    for (key, member) in zip(keys, values) {
      guard case .text(let name) = try value(key, depth: depth + 1) else {
        throw Self.bad("a key is not a text")
      }
      members.append(.init(key: name, value: try value(member, depth: depth + 1)))
    }
    return .dictionary(members)
  }

  private func real(_ start: Int) throws(NewsstandError) -> Double {
    Double(bitPattern: try slice(start, 8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Seconds since the first day of 2001.
  private func date(_ seconds: Double) -> PropertyListValue {
    guard let whole = Int(exactly: seconds.rounded()), whole.magnitude < 1 << 40 else {
      return .other
    }
    return .text(Timestamp(seconds: whole + 978_307_200).iso8601)
  }

  private static func bad(_ sentence: String) -> NewsstandError {
    NewsstandError(.badCatalog, "the binary property list cannot be read: \(sentence)")
  }
}
