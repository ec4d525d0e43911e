/// A length in the syntax of CSS.
enum Length: Sendable, Hashable {
  case points(Double)
  /// A multiple of the font size.
  case em(Double)
  /// A share of the length that the context defines.
  case percent(Double)

  /// The length in points; `em` is the font size, and `whole` the length that `%` is a share of.
  func resolved(em: Double, whole: Double) -> Double {
    switch self {
    case .points(let points): points
    case .em(let factor): factor * em
    case .percent(let percent): percent / 100 * whole
    }
  }

  var value: Double {
    switch self {
    case .points(let value), .em(let value), .percent(let value): value
    }
  }
}

/// Reads lengths: a number is in points, and a string has a unit.
enum LengthSyntax {
  /// The largest number, in whatever unit; nothing on a page is larger.
  static let maximum = 1_000_000.0

  /// The units of CSS Values 4, 6.2.
  private static let units: [(suffix: String, make: @Sendable (Double) -> Length)] = [
    ("pt", { .points($0) }),
    ("px", { .points($0 * 0.75) }),
    ("mm", { .points($0 * 72 / 25.4) }),
    ("cm", { .points($0 * 72 / 2.54) }),
    ("in", { .points($0 * 72) }),
    ("pc", { .points($0 * 12) }),
    ("em", { .em($0) }),
    ("%", { .percent($0) }),
  ]

  /// Returns nil if the text is not a length.
  static func read(_ text: String) -> Length? {
    for unit in units where text.hasSuffix(unit.suffix) {
      return number(text.dropLast(unit.suffix.count)).map(unit.make)
    }
    return number(text[...]).map(Length.points)
  }

  /// A number of digits with at most one point, and without an exponent or a `+`.
  private static func number(_ text: Substring) -> Double? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text
    guard let last = digits.utf8.last, (0x30...0x39).contains(last),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(digits.hasPrefix(".") ? "0" + digits : digits), number <= maximum
    else { return nil }
    return text.hasPrefix("-") ? -number : number
  }
}

extension LayoutValue {
  private static let unitNames = "pt, px, mm, cm, in, pc"

  /// Reads a length; reports one that is invalid, or negative or relative although that is not allowed.
  func length(
    allowsNegative: Bool = false, allowsEm: Bool = false, allowsPercent: Bool = true
  ) -> Length? {
    let length: Length
    switch node.content {
    case .number(let number, _): length = .points(number)
    case .text(let text):
      guard let read = LengthSyntax.read(text) else {
        let units =
          Self.unitNames + (allowsEm ? ", em" : "") + (allowsPercent ? " or %" : "")
        report(.badValue, "must be a length in \(units), not \(quoted(text))")
        return nil
      }
      length = read
    default:
      report(.wrongType, "must be a length, not \(shown)")
      return nil
    }
    switch length {
    case .em where !allowsEm:
      report(.badValue, "cannot be in em: there is no font size here")
      return nil
    case .percent where !allowsPercent:
      report(.badValue, "cannot be in %")
      return nil
    default: break
    }
    let lowest = allowsNegative ? -LengthSyntax.maximum : 0
    return check(length.value, in: lowest...LengthSyntax.maximum) ? length : nil
  }

  /// A length in points. `%` is a share of `whole`, and not allowed if that is nil.
  func points(of whole: Double? = nil, allowsNegative: Bool = false) -> Double? {
    length(allowsNegative: allowsNegative, allowsPercent: whole != nil)?
      .resolved(em: 0, whole: whole ?? 0)
  }
}
