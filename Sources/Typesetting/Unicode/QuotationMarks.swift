import CRectoUnicode

/// The quotation marks of a language, by Unicode's CLDR.
public struct QuotationMarks: Sendable, Hashable {
  public let start: Unicode.Scalar
  public let end: Unicode.Scalar
  /// The marks of a quote inside of another.
  public let innerStart: Unicode.Scalar
  public let innerEnd: Unicode.Scalar

  public static let english = QuotationMarks(
    start: "\u{201C}", end: "\u{201D}", innerStart: "\u{2018}", innerEnd: "\u{2019}")

  /// `language` is a BCP 47 tag. Returns nil for marks of several characters. Calls
  /// `ulocdata_getDelimiter`.
  public init?(ofLanguage language: String) {
    var marks: [UInt16] = [0, 0, 0, 0]
    guard unicode_quotation_marks(localeName(of: language), &marks) else { return nil }
    let scalars = marks.compactMap(Unicode.Scalar.init)
    guard scalars.count == marks.count else { return nil }
    (start, end, innerStart, innerEnd) = (scalars[0], scalars[1], scalars[2], scalars[3])
  }

  private init(
    start: Unicode.Scalar, end: Unicode.Scalar, innerStart: Unicode.Scalar,
    innerEnd: Unicode.Scalar
  ) {
    (self.start, self.end, self.innerStart, self.innerEnd) = (start, end, innerStart, innerEnd)
  }
}
