extension IssueID {
  /// The id of an issue in a format that allows any text, such as `2024/3` or an IRI (RFC 4287, 4.2.6).
  ///
  /// A text that can be an id stays as it is. In one with a scheme, bytes that no URI has are written as
  /// `%XX` (RFC 3987, 3.1). Any other becomes a name, with `~XX` for the bytes of what names do not
  /// have: as a URI it would be the same issue in all stores.
  ///
  /// Throws `badCatalog` for an empty text, and where the id is longer than `longest`.
  static func mapped(_ text: String) throws(NewsstandError) -> IssueID {
    if let id = try? IssueID(text) { return id }
    let bytes = Array(text.utf8)
    if let colon = schemeEnd(bytes), !text.contains(where: \.isWhitespace) {
      var mapped = Array(bytes[...colon])
      for byte in bytes[colon...].dropFirst() {
        mapped += isOfURI(byte) ? [byte] : escape(byte, UInt8(ascii: "%"))
      }
      if mapped.count > colon + 1 { return try IssueID(String(decoding: mapped, as: UTF8.self)) }
    }
    let scalars = Array(text.unicodeScalars)
    let isDots = scalars.allSatisfy { $0 == "." }
    var mapped: [UInt8] = []
    for (place, scalar) in scalars.enumerated() {
      let isEdge = place == 0 || place == scalars.count - 1
      let isPlain = isOfName(scalar) && !(isEdge && scalar == " ") && !(isDots && place == 0)
      for byte in String(scalar).utf8 {
        mapped += isPlain ? [byte] : escape(byte, UInt8(ascii: "~"))
      }
    }
    return try IssueID(String(decoding: mapped, as: UTF8.self))
  }

  private static func escape(_ byte: UInt8, _ sign: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [sign, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
