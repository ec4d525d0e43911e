/// Names an issue through its whole life: from the catalog that first lists it to the archive.
///
/// Either an absolute URI, as catalogs of OPDS have (`urn:uuid:…`, `https://…`), or a name of
/// letters, digits, marks, spaces inside it and `. _ - + ~ @ # ,`. No file is ever named by it:
/// what belongs to an issue lies under its digest.
public struct IssueID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The id exactly as in the catalog: case matters.
  public let text: String

  /// Bytes that an id may have.
  public static let longest = 1024

  /// Throws `badCatalog` with a sentence for a text that cannot be one.
  public init(_ text: String) throws(NewsstandError) {
    guard !text.isEmpty else { throw NewsstandError(.badCatalog, "the id is empty") }
    guard text.utf8.count <= Self.longest else {
      throw NewsstandError(.badCatalog, "the id is longer than \(Self.longest) bytes")
    }
    guard Self.isName(text) || Self.isURI(text) else {
      throw NewsstandError(
        .badCatalog, "the id \(printable(text)) is neither a URI nor a plain name")
    }
    self.text = text
  }

  /// An id that was checked before.
  init(known text: String) { self.text = text }

  public var description: String { text }

  public static func < (one: Self, other: Self) -> Bool { one.text < other.text }

  private static func isName(_ text: String) -> Bool {
    // Names that mean a folder in a path are refused.
    guard text.utf8.contains(where: { $0 != UInt8(ascii: ".") }), text.first != " ",
      text.last != " "
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      if scalar.isASCII {
        let byte = UInt8(scalar.value)
        return isLetterOrDigit(byte) || " ._-+~@#,".utf8.contains(byte)
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
        return true
      default: return false
      }
    }
  }

  /// RFC 3986, section 4.3, by its letters.
  private static func isURI(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first,
      isLetterOrDigit(first), !(0x30...0x39).contains(first)
    else { return false }
    let (scheme, rest) = (text.utf8[..<colon], text.utf8[colon...].dropFirst())
    return scheme.allSatisfy { isLetterOrDigit($0) || "+-.".utf8.contains($0) } && !rest.isEmpty
      && rest.allSatisfy { isLetterOrDigit($0) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains($0) }
  }

  /// True for ASCII letters and digits.
  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}

/// A text for a sentence: in quotation marks, short, and without what a terminal would obey.
func printable(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(60).map { scalar in
    scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
      ? "\u{FFFD}" : Character(scalar)
  }
  return "“\(String(start))\(text.unicodeScalars.count > 60 ? "…" : "")”"
}
