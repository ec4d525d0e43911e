import RectoJSON
import RectoPageModel

/// Bytes at a fixed offset by which files of a format are recognized.
public struct MagicBytes: Sendable, Hashable {
  /// The offset at which they begin, from 0.
  public var offset: Int
  /// The bytes; nil stands for any byte.
  public var bytes: [UInt8?]

  /// The pattern of bytes at an offset, within the first 4,096 bytes of a file.
  public init(offset: Int, bytes: [UInt8?]) {
    self.offset = offset
    self.bytes = bytes
  }

  /// The number of bytes that `SourceProbe` reads.
  private static let reach = 4096
  /// The number of bytes that are a certain sign: fewer may occur by chance.
  private static let certainCount = 4

  func match(_ probe: SourceProbe) -> Confidence {
    let head = probe.head
    guard head.count >= offset + bytes.count,
      zip(head[offset...], bytes).allSatisfy({ $1 == nil || $0 == $1 })
    else { return .none }
    return bytes.count { $0 != nil } >= Self.certainCount ? .certain : .byContent
  }
}

/// `{"offset":0,"hex":"52494646????????57454250"}`: two digits a byte, `??` for any.
extension MagicBytes: JSONDecodable {
  public init(json: JSONValue) throws(JSONError) {
    offset =
      try json.integerIfPresent("offset", in: 0...Self.reach - 1) ?? 0
    bytes = try json.required("hex") { hex throws(JSONError) in try Self.bytes(hex.string()) }
    guard offset + bytes.count <= Self.reach else {
      throw JSONError("the bytes must lie in the first \(Self.reach)")
    }
  }

  private static func bytes(_ hex: String) throws(JSONError) -> [UInt8?] {
    let digits = Array(hex.utf8)
    var bytes: [UInt8?] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      let pair = digits[place..<min(place + 2, digits.count)]
      if pair.elementsEqual("??".utf8) {
        bytes.append(nil)
        continue
      }
      let values = pair.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
      guard values.count == 2 else {
        throw JSONError("expected two hexadecimal digits a byte, or ?? for any byte")
      }
      bytes.append(UInt8(values[0] * 16 + values[1]))
    }
    guard bytes.contains(where: { $0 != nil }) else { throw JSONError("there are no bytes in it") }
    return bytes
  }
}
