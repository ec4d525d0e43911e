/// Names an issue through its whole life: from the catalog that first lists it to the archive.
///
/// Either an absolute URI, as catalogs of OPDS have (`urn:uuid:…`, `https://…`), or a name of
/// letters, digits, marks, spaces inside it and `. _ - + ~ @ # ,`. No file is ever named by it:
/// what belongs to an issue lies under its digest.
public struct IssueID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// As the catalog has it, to the letter: two that differ only in case are two.
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

  public var description: String { text }

  public static func < (one: Self, other: Self) -> Bool { one.text < other.text }

  private static func isName(_ text: String) -> Bool {
    // What means a folder in a path means nothing as a name.
    guard text.contains(where: { $0 != "." }), text.first != " ", text.last != " " else {
      return false
    }
    return text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
        return true
      default: return " ._-+~@#,".unicodeScalars.contains(scalar)
      }
    }
  }

  /// RFC 3986, section 4.3, by its letters.
  private static func isURI(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), text[text.startIndex].isLetter else { return false }
    let (scheme, rest) = (text[..<colon], text[text.index(after: colon)...])
    guard scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return false }
    return !rest.isEmpty
      && rest.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          return true
        default: return "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
        }
      }
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
