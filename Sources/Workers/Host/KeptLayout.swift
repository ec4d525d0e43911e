import RectoPageModel

/// A layout that a worker hands over, put together from its packets.
struct KeptLayout {
  /// A long chapter with many pictures.
  static let maximumBytes = 64 << 20

  let name: LayoutName
  let isLasting: Bool
  private(set) var bytes: [UInt8]
  private var rest: Int

  /// Nil for a packet that begins no layout.
  init?(first packet: Packet) {
    let length = Int(clamping: packet.index)
    guard length > 0, length <= packet.payload.count,
      let name = LayoutName(packet.payload[..<length]),
      (0...Int64(Self.maximumBytes)).contains(packet.limit)
    else { return nil }
    self.name = name
    isLasting = packet.status == 1
    rest = Int(packet.limit)
    bytes = Array(packet.payload[length...])
    bytes.reserveCapacity(bytes.count + rest)
  }

  /// False for a packet that does not continue it.
  mutating func append(_ packet: Packet) -> Bool {
    guard packet.index == 0, !packet.payload.isEmpty, packet.payload.count <= rest,
      packet.limit == Int64(rest - packet.payload.count)
    else { return false }
    bytes += packet.payload
    rest -= packet.payload.count
    return true
  }

  /// True if no packet is missing.
  var isWhole: Bool { rest == 0 }
}

extension LayoutName {
  /// Returns nil if the bytes are not a valid name.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count <= Self.maximumLength else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self))
  }
}
