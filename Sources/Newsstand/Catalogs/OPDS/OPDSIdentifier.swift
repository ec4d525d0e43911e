import RectoPageModel

/// Ids that are not URIs themselves, which those of OPDS have to be.
enum OPDSIdentifier {
  private static let prefix = "urn:recto:issue:"

  /// The id of an issue as a URI.
  static func uri(_ id: IssueID) -> String {
    let isURI = URLParts(id.text).scheme != nil && !id.text.contains(" ")
    guard !isURI || id.text.hasPrefix(prefix) else { return id.text }
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in id.text.utf8 {
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (0x30...0x39).contains(byte) || "-._".utf8.contains(byte)
      escaped +=
        isPlain ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return prefix + String(decoding: escaped, as: UTF8.self)
  }

  /// The id that a URI is of.
  static func id(_ uri: String) throws(NewsstandError) -> IssueID {
    try IssueID.mapped(
      uri.hasPrefix(prefix) ? String(uri.dropFirst(prefix.count)).percentDecoded : uri)
  }
}
