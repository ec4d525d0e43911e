import CRectoUnicode

/// The quotation marks of a language, by Unicode's CLDR.
public struct QuotationMarks: Sendable, Hashable {
  public let start: Unicode.Scalar
  public let end: Unicode.Scalar
  /// The marks of a quote inside of another.
  public let innerStart: Unicode.Scalar
  public let innerEnd: Unicode.Scalar

  /// `language` is a BCP 47 tag. Returns nil for marks of several characters. Calls
  /// `ulocdata_getDelimiter`.
  public init?(ofLanguage language: String) {
    var marks: [UInt16] = [0, 0, 0, 0]
    guard unicode_quotation_marks(localeName(of: language), &marks) else { return nil }
    let scalars = marks.compactMap(Unicode.Scalar.init)
    guard scalars.count == marks.count else { return nil }
    (start, end, innerStart, innerEnd) = (scalars[0], scalars[1], scalars[2], scalars[3])
  }
}
