/// A language by its BCP 47 name: a language of two or three letters, then a script, a region and
/// variants. Anything else that a source states is not a language, and is left out of documents.
package struct LanguageTag: Sendable, Hashable {
  /// The tag as the source states it.
  package let text: String

  /// Returns nil if the text is not such a tag.
  package init?(_ text: String?) {
    guard let text, text.utf8.count <= 35 else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.count),
      language.allSatisfy(\.isLetter)
    else { return nil }
    var rest = parts.dropFirst()
    if let script = rest.first, script.count == 4, script.allSatisfy(\.isLetter) {
      rest.removeFirst()
    }
    if let region = rest.first,
      region.count == 2 && region.allSatisfy(\.isLetter)
        || region.count == 3 && region.allSatisfy(\.isDigit)
    {
      rest.removeFirst()
    }
    let areVariants = rest.allSatisfy { variant in
      variant.allSatisfy { $0.isLetter || $0.isDigit }
        && ((5...8).contains(variant.count) || variant.count == 4 && variant.first!.isDigit)
    }
    guard areVariants else { return nil }
    self.text = text
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
