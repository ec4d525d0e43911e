/// Puts the values of a page in the place of marks outside of the text that is set, such as in
/// addresses, and knows which it has put there.
final class PlaceholderValues {
  private let value: (Placeholders.Field) -> String?
  private(set) var used: Set<Placeholders.Field> = []

  init(_ value: @escaping (Placeholders.Field) -> String?) { self.value = value }

  func of(_ fields: Set<Placeholders.Field>) -> [Placeholders.Field: String] {
    fields.reduce(into: [:]) { $0[$1] = value($1) ?? "" }
  }

  /// An alternative text or an annotation.
  func text(_ marked: String) -> String { filled(marked) { $0 } }

  /// A URL or a path, with the values percent-encoded.
  func address(_ marked: String) -> String { filled(marked, \.percentEncoded) }

  private func filled(_ marked: String, _ form: (String) -> String) -> String {
    guard marked.utf16.contains(where: { unit in Self.fields[unit] != nil }) else { return marked }
    var units: [UInt16] = []
    for unit in marked.utf16 {
      if let field = Self.fields[unit] {
        used.insert(field)
        units += form(value(field) ?? "").utf16
      } else {
        units.append(unit)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  private static let fields = Dictionary(
    uniqueKeysWithValues: Placeholders.Field.allCases.map { ($0.unit, $0) })
}

extension String {
  /// With all but the unreserved characters of RFC 3986, 2.3, as the bytes that they are in UTF-8.
  fileprivate var percentEncoded: String {
    utf8.map { byte in
      let scalar = UnicodeScalar(byte)
      if scalar.isASCII, Character(scalar).isLetter || Character(scalar).isNumber {
        return String(scalar)
      }
      if "-._~".unicodeScalars.contains(scalar) { return String(scalar) }
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 0x10 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}
