/// The digest BLAKE2b (RFC 7693) without a key, which minisign signs; Nettle does not have it.
enum BLAKE2b {
  private static let blockBytes = 128
  /// The initial state (2.6).
  private static let start: (SIMD4<UInt64>, SIMD4<UInt64>) = (
    SIMD4(
      0x6A09_E667_F3BC_C908, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B, 0xA54F_F53A_5F1D_36F1),
    SIMD4(
      0x510E_527F_ADE6_82D1, 0x9B05_688C_2B3E_6C1F, 0x1F83_D9AB_FB41_BD6B, 0x5BE0_CD19_137E_2179)
  )
  /// The words of a block in the order in which each round takes them (2.7).
  private static let order: [[Int]] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
  ]

  /// The digest of a message, of 64 bytes.
  static func digest(of message: [UInt8]) -> [UInt8] {
    var state = start
    // The parameters (2.5): the length of the digest, and one message in one piece.
    state.0[0] ^= 0x0101_0040
    var place = 0
    repeat {
      let end = min(place + blockBytes, message.count)
      let block = message[place..<end]
      place = end
      compress(&state, block, total: end, isLast: place == message.count)
    } while place < message.count
    let words = [state.0, state.1].flatMap { row in (0..<4).map { row[$0] } }
    return words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
  }

  /// The function F (3.2), whose columns are mixed four at a time.
  private static func compress(
    _ state: inout (SIMD4<UInt64>, SIMD4<UInt64>), _ block: ArraySlice<UInt8>, total: Int,
    isLast: Bool
  ) {
    var words = [UInt64](repeating: 0, count: 16)
    for (index, byte) in block.enumerated() {
      words[index >> 3] |= UInt64(byte) << UInt64((index & 7) * 8)
    }
    func four(_ order: [Int], from first: Int) -> SIMD4<UInt64> {
      SIMD4(
        words[order[first]], words[order[first + 2]], words[order[first + 4]],
        words[order[first + 6]])
    }
    var (a, b, c, d) = (state.0, state.1, start.0, start.1)
    d[0] ^= UInt64(total)
    if isLast { d[2] = ~d[2] }
    for round in 0..<12 {
      let order = order[round % 10]
      mix(&a, &b, &c, &d, four(order, from: 0), four(order, from: 1))
      (b, c, d) = (b.turned(1), c.turned(2), d.turned(3))
      mix(&a, &b, &c, &d, four(order, from: 8), four(order, from: 9))
      (b, c, d) = (b.turned(3), c.turned(2), d.turned(1))
    }
    state.0 ^= a ^ c
    state.1 ^= b ^ d
  }

  /// The function G (3.1).
  private static func mix(
    _ a: inout SIMD4<UInt64>, _ b: inout SIMD4<UInt64>, _ c: inout SIMD4<UInt64>,
    _ d: inout SIMD4<UInt64>, _ x: SIMD4<UInt64>, _ y: SIMD4<UInt64>
  ) {
    a = a &+ b &+ x
    d = (d ^ a).rotated(32)
    c = c &+ d
    b = (b ^ c).rotated(24)
    a = a &+ b &+ y
    d = (d ^ a).rotated(16)
    c = c &+ d
    b = (b ^ c).rotated(63)
  }
}

extension SIMD4<UInt64> {
  /// Each number's bits moved to the right by `count`; those that fall off come in at the left.
  fileprivate func rotated(_ count: UInt64) -> Self {
    self &>> Self(repeating: count) | self &<< Self(repeating: 64 - count)
  }

  /// The numbers moved to the front by `count` places; those that fall off go to the end.
  fileprivate func turned(_ count: Int) -> Self {
    Self(self[count & 3], self[(count + 1) & 3], self[(count + 2) & 3], self[(count + 3) & 3])
  }
}
