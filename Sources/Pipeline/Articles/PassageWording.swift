import RectoPageModel

/// Judgments of a passage by its words: captions, authors, dates, page and section numbers.
extension Passage {
  /// True if it begins with the sign or the number of a list's item.
  var beginsItem: Bool {
    guard let first = text.first else { return false }
    return !first.isLetter && !"\"'“„‘«(".contains(first)
  }

  /// True if it begins with a sign that only a list's items begin with.
  var beginsWithBullet: Bool { marker?.isSureBullet ?? false }

  /// The number after a word with which captions begin, such as "3." in "Figure 3."
  var labelNumber: Substring? { Self.label(of: text)?.number }

  /// True if a bar follows that number, as in "Figure 3 | Lamps".
  var hasBarBehindLabel: Bool { Self.label(of: text)?.rest.first == "|" }

  /// True for the title of a figure or table.
  static func isCaption(_ title: String) -> Bool { label(of: title) != nil }

  /// The number after a word with which captions begin, and the text after that.
  private static func label(of text: String) -> (number: Substring, rest: Substring)? {
    let words = text.prefix(40).split(separator: " ", maxSplits: 2)
    guard words.count > 1, words[1].first?.isNumber == true,
      labels.contains(words[0].lowercased().filter(\.isLetter))
    else { return nil }
    return (words[1], words.count > 2 ? words[2] : "")
  }

  private static let labels: Set = [
    "figure", "fig", "table", "tab", "abbildung", "abb", "tabelle", "plate", "photo",
  ]

  /// True if dots or a wide space lead to a page number, as in a table of contents.
  var leadsToPage: Bool {
    guard text.last?.isNumber == true else { return false }
    return text.contains(". . .") || text.contains(".....") || last.hasNumberApart
  }

  /// True if it is numbers of pages and short words before them, such as "p. 12", and no number of a
  /// section.
  var refersToPages: Bool {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    return number == nil && words.count > 1 && words.last?.allSatisfy(\.isNumber) == true
      && words.first?.first?.isNumber == false
      && words.allSatisfy { $0.allSatisfy(\.isNumber) || $0.count <= Self.longestSign }
  }

  /// The maximum length of a word such as "p" and "S" before a page number, in letters.
  private static let longestSign = 2

  /// True if it is only digits.
  var isPageNumber: Bool { !text.isEmpty && text.allSatisfy(\.isNumber) }

  /// True if it only has characters that draw a rule.
  var isRule: Bool {
    letterCount >= Self.shortestRule
      && text.allSatisfy { $0.isWhitespace || "-–—_=*~·.".contains($0) }
  }

  /// The minimum length of a rule in characters.
  private static let shortestRule = 5

  /// True if it is only the beginning of a caption, such as "Table 1".
  var isLabel: Bool { labelNumber != nil && text.split(separator: " ").count == 2 }

  private static let wordsBeforeAuthors: Set = [
    "by", "von", "por", "par", "di", "door", "av", "af", "od",
  ]

  /// True if it is only the word before an author's name.
  var announcesAuthor: Bool {
    Self.wordsBeforeAuthors.contains(text.lowercased().filter(\.isLetter))
  }

  /// True if it begins with such a word and goes on with names: "By Anna Moor", and not "By Land
  /// and Sea".
  var namesAuthor: Bool {
    let words = text.split(separator: " ")
    guard let first = words.first, Self.wordsBeforeAuthors.contains(first.lowercased()) else {
      return false
    }
    let names = words.dropFirst().split { Self.wordsBetweenAuthors.contains(String($0)) }
    return !names.isEmpty
      && names.allSatisfy { $0.count > 1 && Self.isNames($0.joined(separator: " ")[...]) }
  }

  private static let wordsBetweenAuthors: Set = [
    "and", "und", "et", "y", "e", "en", "och", "og", "&",
  ]

  /// True if it looks like names of authors, or like a date: short, with a year.
  var isAuthorOrDate: Bool {
    guard number == nil else { return false }
    let hasYear = text.split { !$0.isNumber }.contains { $0.count == 4 }
    return Self.isNames(text[...])
      || hasYear && text.split(separator: " ").count <= Self.mostWordsOfDate
  }

  /// The maximum number of words of a date, such as "le 12 mars 1998".
  private static let mostWordsOfDate = 4

  /// True for several words with capital initials, and short words between them. Text in capitals
  /// has no more of them in a row than a name.
  private static func isNames(_ text: Substring) -> Bool {
    let words = text.split { !$0.isLetter && $0 != "'" && $0 != "’" }
    guard words.count > 1,
      words.allSatisfy({ $0.first?.isUppercase == true || $0.count <= longestParticle })
    else { return false }
    return text.contains(where: \.isLowercase)
      || text.split { ",;&".contains($0) }.allSatisfy { name in
        name.split { !$0.isLetter }.count <= mostWordsOfName
      }
  }

  /// The maximum number of words of a name in capitals.
  private static let mostWordsOfName = 5

  /// The maximum length of a particle such as "von" and "of", in letters.
  private static let longestParticle = 3

  /// True if all its letters are capitals.
  var isCapitals: Bool {
    letterCount > Self.longestParticle && text.contains(where: \.isUppercase)
      && !text.contains(where: \.isLowercase)
  }

  /// The section number with which it begins.
  var number: SectionNumber? { SectionNumber.split(text[...])?.number }

  /// True if it is only the number of a section, such as "6.3".
  var isSectionNumber: Bool { SectionNumber.split(text[...])?.rest.isEmpty ?? false }

  /// True if it begins with the number of a section, such as "6.3", and a capital letter.
  var isNumberedTitle: Bool {
    SectionNumber.split(text[...])?.rest.first?.isUppercase ?? false
  }

  /// True if it contains an e-mail or web address.
  var isAddress: Bool { ["@", "://", "www."].contains { text.contains($0) } }
}

extension TextLine {
  /// The widest space before a number that belongs to the text before it, in em.
  private static let widestSpace = 1.5

  /// True if its last word is a number with a wide space before it.
  fileprivate var hasNumberApart: Bool {
    guard words.count > 1, let number = words.last, number.text.allSatisfy(\.isNumber),
      number.direction == .leftToRight
    else { return false }
    return number.box.minX - words[words.count - 2].box.maxX > Self.widestSpace * number.size
  }
}
