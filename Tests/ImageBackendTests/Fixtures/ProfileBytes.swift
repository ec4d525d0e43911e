/// A profile (ICC.1:2010, version 2) of sRGB's primaries with red and green exchanged and a gamma
/// of 2.2.
func profileWithRedAndGreenExchanged() -> [UInt8] {
  func number(_ value: Double) -> [UInt8] { Int32(value * 65_536).bigEndianBytes }
  func color(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
    Array("XYZ ".utf8) + [0, 0, 0, 0] + number(x) + number(y) + number(z)
  }
  // One value of 8 bits for the whole and 8 for the fraction, filled up to 4 bytes.
  let gamma: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1, 2, 51, 0, 0]
  // Primaries and white under D50, which profiles are connected by.
  let tags = [
    ("rXYZ", color(0.3851, 0.7169, 0.0971)), ("gXYZ", color(0.4361, 0.2225, 0.0139)),
    ("bXYZ", color(0.1431, 0.0606, 0.7139)), ("wtpt", color(0.9642, 1, 0.8249)),
    ("rTRC", gamma), ("gTRC", gamma), ("bTRC", gamma),
  ]
  var table = UInt32(tags.count).bigEndianBytes
  var values: [UInt8] = []
  for (name, value) in tags {
    let offset = 128 + 4 + 12 * tags.count + values.count
    table += Array(name.utf8) + UInt32(offset).bigEndianBytes + UInt32(value.count).bigEndianBytes
    values += value
  }
  var header = [UInt8](repeating: 0, count: 128)
  header.replaceSubrange(0..<4, with: UInt32(128 + table.count + values.count).bigEndianBytes)
  header.replaceSubrange(8..<12, with: [2, 0x10, 0, 0])
  header.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
  header.replaceSubrange(36..<40, with: Array("acsp".utf8))
  header.replaceSubrange(68..<80, with: number(0.9642) + number(1) + number(0.8249))
  return header + table + values
}
