/// The joint between a line's text and the next line's when they are read as one.
///
/// This is the only rule for hyphens at line ends. Where the source does not say which hyphens are the
/// author's, the rule cannot know every word: a search finds both forms (see `TextLine.endsInHyphen`), and
/// running text gets the likelier one.
public enum LineJoin: Sendable, Hashable {
  /// A space.
  case space
  /// Nothing. A hyphen stays: it is a part of the word, as in "Anglo-Saxon" and "1914-1918".
  case directly
  /// Nothing, and the hyphen goes: it only holds the halves of a word together.
  case withoutHyphen

  /// The joint between a line's last word and the next line's first word.
  ///
  /// Both halves of a divided word are in lower case, in capitals, or in letters without case. A
  /// hyphen after a single letter ("e-mail") or after another hyphen ("state-of-the-art") stays.
  public init(_ end: String, _ start: String) {
    guard let after = start.first else {
      self = .space
      return
    }
    if Self.isAddress(end, start) || Self.isRange(end, start) {
      self = .directly
      return
    }
    guard Self.isHyphenated(end), !Self.isSuspended(end, before: start) else {
      let isUnspaced = end.last?.isWrittenWithoutSpaces == true && after.isWrittenWithoutSpaces
      self = isUnspaced ? .directly : .space
      return
    }
    let half = end.dropLast()
    guard after.isLetter || after.isNumber else {
      self = .space
      return
    }
    if end.last?.isSoftHyphen == true {
      self = .withoutHyphen
    } else if let before = half.last, before.isLetter, after.isLetter,
      before.isUppercase == after.isUppercase, half.suffix(2).allSatisfy(\.isLetter),
      half.count > 1, !half.contains(where: \.isHardHyphen), end.last != "\u{5BE}"
    {
      self = .withoutHyphen
    } else {
      self = .directly
    }
  }

  /// True for the parts of an address that is broken after a stroke. A plain word behind one may as
  /// well be the next of the sentence.
  private static func isAddress(_ end: String, _ start: String) -> Bool {
    guard end.last == "/", end.contains("://") || end.contains("www.") else { return false }
    let inner = start.dropLast()
    return end.hasSuffix("://") || inner.contains { "./_~%=?#&".contains($0) }
      || inner.count { $0 == "-" } > 1
  }

  /// True for the years or numbers of a range: "1914–" and "1918".
  private static func isRange(_ end: String, _ start: String) -> Bool {
    end.last == "–" && end.dropLast().last?.isNumber == true && start.first?.isNumber == true
  }

  /// The words between parts of which the first leaves its end to the last: "Vor- und Nachteile",
  /// "short- and long-term". None of them is a usual end of a word.
  private static let conjunctions: Set<String> = ["and", "bzw", "oder", "sowie", "und", "och"]

  private static func isSuspended(_ end: String, before start: String) -> Bool {
    end.last?.isSoftHyphen != true
      && conjunctions.contains(start.lowercased().filter(\.isLetter))
  }

  /// True if a line's last word continues after a hyphen: a letter or a digit precedes the hyphen.
  static func isHyphenated(_ end: String) -> Bool {
    guard end.last?.isHyphen == true, let before = end.dropLast().last else { return false }
    return before.isLetter || before.isNumber
  }
}

extension TextLine {
  /// The maximum number of characters of a word that are compared.
  private static let wordLength = 64

  /// The joint between this line's text and that of `next`, of the same paragraph. A line marked as
  /// ending inside a word keeps its hyphen, unless that is a soft one, which layout added.
  public func join(_ next: TextLine) -> LineJoin {
    guard words.last?.joinsNext == true else { return LineJoin(lastWord, next.firstWord) }
    return words.last?.text.last == "\u{AD}" ? .withoutHyphen : .directly
  }

  /// True if the last word continues after a hyphen, which may belong to the word or not.
  public var endsInHyphen: Bool { LineJoin.isHyphenated(lastWord) }

  /// The end of the line from its last space on. A hyphen in another font may be a separate word.
  public var lastWord: String {
    guard var index = words.indices.last else { return "" }
    var text = String(words[index].text.suffix(Self.wordLength))
    while index > 0, words[index - 1].joinsNext, text.count < Self.wordLength {
      index -= 1
      text = String(words[index].text.suffix(Self.wordLength)) + text
    }
    return text
  }

  /// The beginning of the first word.
  public var firstWord: String { String(words.first?.text.prefix(Self.wordLength) ?? "") }
}

extension Character {
  /// True if it can be the hyphen at a line's end, as fonts and recognition give it: all Unicode
  /// hyphens, the minus sign, and the not sign that stands for soft hyphens.
  public var isHyphen: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    switch scalar {
    case "-", "\u{AC}", "\u{AD}", "\u{58A}", "\u{5BE}", "\u{1400}", "\u{1806}", "\u{2010}",
      "\u{2011}", "\u{2212}", "\u{2E17}", "\u{FE63}", "\u{FF0D}":
      return true
    default: return false
    }
  }

  fileprivate var isSoftHyphen: Bool { self == "\u{AD}" || self == "\u{AC}" }

  fileprivate var isHardHyphen: Bool { isHyphen && !isSoftHyphen }

  /// True if its script has no spaces between words: Chinese, Japanese, and those of South East
  /// Asia.
  package var isWrittenWithoutSpaces: Bool {
    guard let scalar = unicodeScalars.first?.value else { return false }
    switch scalar {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x30FF, 0x31F0...0x31FF,
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF0F, 0xFF1A...0xFF20,
      0x20000...0x3FFFF:
      return true
    default: return false
    }
  }
}
