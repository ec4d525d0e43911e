/// The checksum of PNG and ZIP: CRC-32 of ISO 3309.
func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
  var state: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    state ^= UInt32(byte)
    for _ in 0..<8 {
      let isOdd = state & 1 == 1
      state >>= 1
      if isOdd { state ^= 0xEDB8_8320 }
    }
  }
  return ~state
}
