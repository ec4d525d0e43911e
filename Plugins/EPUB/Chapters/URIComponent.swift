extension String {
  /// The text as `encodeURIComponent` of JavaScript escapes it (ECMA-262, 19.2.6.4): every byte of its
  /// UTF-8 but letters and digits of ASCII and the marks `-_.!~*'()`.
  var escapedAsURIComponent: String {
    let marks = Set("-_.!~*'()".utf8)
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        escaped.append(byte)
      case _ where marks.contains(byte): escaped.append(byte)
      default: escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
