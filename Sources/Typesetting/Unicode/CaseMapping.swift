import CRectoUnicode
import RectoPageModel

extension CharacterStyle.Case {
  /// The text in this case, by the rules of a language (a BCP 47 tag): Turkish keeps the dot of
  /// its i, German ß becomes SS. `capitalize` changes the first letters of words and no others.
  ///
  /// The result may be longer or shorter; where a unit went is not told. Throws `limit` for text
  /// longer than ICU's limit. Calls `u_strToUpper`, `u_strToLower` or `ucasemap_toTitle`.
  public func applied(to text: Span<UInt16>, language: String? = nil) throws(PageError) -> [UInt16]
  {
    let change: unicode_case_change
    switch self {
    case .none: return Array(copying: text)
    case .uppercase: change = UNICODE_UPPERCASE
    case .lowercase: change = UNICODE_LOWERCASE
    case .capitalize: change = UNICODE_CAPITALIZE
    }
    if self != .capitalize, !hasDottedI(language), let result = mappedASCII(text) { return result }
    let locale = localeName(of: language)
    // Few letters become longer; where more do, the second attempt has the room.
    var capacity = Int(try checkedLength(of: text)) + 16
    for _ in 0..<2 {
      var needed: Int32 = 0
      let result = [UInt16](unsafeUninitializedCapacity: capacity) { buffer, count in
        needed = text.withUnsafeBufferPointer {
          unicode_change_case(
            $0.baseAddress, Int32($0.count), change, locale, buffer.baseAddress, Int32(capacity))
        }
        count = max(0, min(Int(needed), capacity))
      }
      guard needed >= 0 else { break }
      if needed <= capacity { return result }
      capacity = Int(needed)
    }
    throw failure(of: "change the case of a text")
  }

  /// nil if there is more than ASCII.
  private func mappedASCII(_ text: Span<UInt16>) -> [UInt16]? {
    guard isASCII(text) else { return nil }
    let letters: ClosedRange<UInt16> = self == .uppercase ? 0x61...0x7A : 0x41...0x5A
    return [UInt16](unsafeUninitializedCapacity: text.count) { buffer, count in
      for index in text.indices {
        let unit = text[index]
        buffer.initializeElement(at: index, to: letters.contains(unit) ? unit ^ 0x20 : unit)
      }
      count = text.count
    }
  }
}

private func isASCII(_ text: Span<UInt16>) -> Bool {
  var all: UInt16 = 0
  for index in text.indices { all |= text[index] }
  return all < 0x80
}

/// The languages in which i and I are not a pair.
private func hasDottedI(_ language: String?) -> Bool {
  guard let language else { return false }
  return ["tr", "az", "tur", "aze"].contains {
    language.prefix { $0 != "-" && $0 != "_" }.lowercased() == $0
  }
}

extension [UInt16] {
  fileprivate init(copying text: Span<UInt16>) {
    self = text.withUnsafeBufferPointer { Array($0) }
  }
}
