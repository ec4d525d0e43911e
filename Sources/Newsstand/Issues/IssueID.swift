/// Names an issue through its whole life: from the catalog that first lists it to the archive.
///
/// Either an absolute URI, as catalogs of OPDS have (`urn:uuid:…`, `https://…`), or a name of
/// letters, digits, marks, spaces inside it and `. _ - + ~ @ # ,`. No file is ever named by it:
/// what belongs to an issue lies under its digest.
public struct IssueID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The id exactly as in the catalog: case matters.
  public let text: String

  /// The maximum length of an id in bytes.
  public static let longest = 1024

  /// Throws `badCatalog` for a text that cannot be an id.
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
    return text.unicodeScalars.allSatisfy(isOfName)
  }

  /// True for a scalar that names may have.
  static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    isWordScalar(scalar) || " ._-+~@#,".unicodeScalars.contains(scalar)
  }

  /// True for a letter, a digit or a mark of any script; also for letters in circles and the like,
  /// which libraries have in ids.
  static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isLetterOrDigit(UInt8(scalar.value)) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      return true
    default: return scalar.properties.isAlphabetic
    }
  }

  /// RFC 3986, section 4.3, by its letters.
  private static func isURI(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let colon = schemeEnd(bytes), colon + 1 < bytes.count else { return false }
    return bytes[colon...].allSatisfy(isOfURI)
  }

  /// The index of the colon behind a scheme; nil if the text does not begin with one.
  static func schemeEnd(_ text: [UInt8]) -> Int? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), let first = text.first,
      isLetterOrDigit(first), !(0x30...0x39).contains(first),
      text[..<colon].allSatisfy({ isLetterOrDigit($0) || "+-.".utf8.contains($0) })
    else { return nil }
    return colon
  }

  /// True for a byte that URIs may have.
  static func isOfURI(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }

  /// True for ASCII letters and digits.
  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }
}

/// Untrusted text for a message: quoted, truncated to 60 characters, without control characters.
func printable(_ text: String) -> String {
  let start = text.unicodeScalars.prefix(60).map { scalar in
    scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
      ? "\u{FFFD}" : Character(scalar)
  }
  return "“\(String(start))\(text.unicodeScalars.count > 60 ? "…" : "")”"
}
