import RectoPageModel

/// Distinguishes headings and quotes from text: by their roles if the source states them, else by
/// their size relative to most of the text.
struct PassageKinds {
  /// The font size of most letters, in points.
  let textSize: Double
  private let textIsBold: Bool
  private let textIsMonospaced: Bool
  /// The font of most letters, without its style.
  private let textFamily: String?
  /// The font size of the largest text that may be a heading, in points.
  private let largestSize: Double
  /// The section numbers with which titles begin.
  private let numbers: Set<SectionNumber>
  /// The publication's words in lower case, except the first word of each passage.
  let words: Set<String>
  private let titleStyles: TitleStyles

  /// The maximum length of a heading, however large.
  private static let longestHeading = 200
  private static let mostHeadingLines = 5
  /// The maximum size of a note, a caption or a label, relative to the text's size.
  private static let largestAside = 0.93
  /// The least words of a pull quote, and its maximum size relative to the largest heading.
  private static let shortestPullQuote = 8
  private static let largestPullQuote = 0.9
  private static let asLarge = 0.95
  /// The maximum length of a heading that is hardly larger than the text, only bolder or of another
  /// font, and its lines.
  private static let longestSmallHeading = 120
  private static let mostSmallHeadingLines = 3
  /// The least size of such a heading relative to the text's, if it is neither bolder nor numbered.
  private static let leastOfOtherFont = 1.12
  /// The least size of any heading relative to the text's: 9 to 10 points, with rounding.
  private static let leastOfHeading = 0.89
  /// The least share of letters that is prose.
  private static let leastProse = 0.25
  /// The maximum size of code relative to the text's.
  private static let largestCode = 1.15
  /// The minimum length of a word in letters; units and currencies are shorter.
  private static let shortestWord = 4

  init(_ passages: [Passage]) {
    let prose = Self.prose(passages)
    textSize = mostCommon(prose.map { ($0.size, $0.letterCount) }) ?? 0
    words = Set(
      passages.lazy.flatMap { $0.text.split { !$0.isLetter }.dropFirst() }.map { $0.lowercased() })
    numbers = Set(passages.lazy.filter(\.isNumberedTitle).compactMap(\.number))
    let text = textSize
    largestSize =
      passages.filter { $0.letterCount <= Self.longestHeading && $0.letterCount > 1 }.map(\.size)
      .max() ?? 0
    let family = mostCommon(prose.map { ($0.family, $0.letterCount) }) ?? nil
    textFamily = family
    textIsMonospaced =
      mostCommon(prose.map { ($0.isMonospaced, $0.letterCount) }) ?? false
    textIsBold =
      mostCommon(prose.filter { $0.size == text }.map { ($0.isBold, $0.letterCount) }) ?? false
    titleStyles = TitleStyles(passages) { passage in
      passage.family == family && !passage.isItalic && abs(passage.size - text) <= 0.05 * text
    }
  }

  /// The passages that are not monospaced; all if too few letters would be left.
  private static func prose(_ passages: [Passage]) -> [Passage] {
    let prose = passages.filter { !$0.isMonospaced }
    func letters(_ passages: [Passage]) -> Int { passages.reduce(0) { $0 + $1.letterCount } }
    return leastProse * Double(letters(passages)) <= Double(letters(prose)) ? prose : passages
  }

  /// True if no heading is larger.
  func isLargest(_ passage: Passage) -> Bool { passage.size >= Self.asLarge * largestSize }

  func kind(of passage: Passage) -> Article.Kind {
    switch passage.role {
    case .title, .heading1: .heading(level: 1)
    case .heading2: .heading(level: 2)
    case .heading3: .heading(level: 3)
    case .heading4: .heading(level: 4)
    case .heading5: .heading(level: 5)
    case .heading6: .heading(level: 6)
    case .listItem, .tableOfContents: .listItem
    case .quote: .quote
    case .paragraph: isListing(passage) ? .code : passage.isItem ? .listItem : paragraph(passage)
    case .code: passage.listing == nil ? .paragraph : .code
    case .tableCell, .caption, .note, .formula, .ruby, .artifact: .paragraph
    }
  }

  /// True if it is monospaced like code, and the prose is not.
  private func isListing(_ passage: Passage) -> Bool {
    guard passage.isCode, passage.listing != nil, !textIsMonospaced, passage.family != textFamily,
      passage.size <= Self.largestCode * textSize, !isLabeled(passage), !passage.beginsWithBullet
    else { return false }
    // Few lines of code end like a sentence, except with an ellipsis. A single line may be
    // something else, such as a name.
    let text = passage.text
    if passage.lineCount > 1, text.last.map({ ".!?".contains($0) }) ?? false,
      !text.hasSuffix("...")
    {
      return false
    }
    let hasSigns = text.contains { "{}()[]=;<>|$#\\`".contains($0) }
    return passage.lineCount > 1
      ? hasSigns || !passage.isAddress : hasSigns && !passage.isAddress
  }

  /// True if a paragraph may continue past the passage, as past a note.
  func isAside(_ passage: Passage) -> Bool {
    switch passage.role {
    case .note, .caption: true
    case .paragraph:
      passage.size > 0 && passage.size <= Self.largestAside * textSize || isLabeled(passage)
    default: false
    }
  }

  /// True if it begins like a caption: "Figure 3.", "Table 1:", "Figure 2 |". Without punctuation
  /// after its number, it must be bold and the text must not.
  private func isLabeled(_ passage: Passage) -> Bool {
    guard let number = passage.labelNumber else { return false }
    return number.last.map { ".:|".contains($0) } ?? false || passage.hasBarBehindLabel
      || passage.isBold && !textIsBold
  }

  /// The kind of a passage that is tagged as a paragraph or not at all.
  private func paragraph(_ passage: Passage) -> Article.Kind {
    let ratio = textSize > 0 && passage.size > 0 ? passage.size / textSize : 1
    let isShort =
      passage.letterCount <= Self.longestHeading && passage.lineCount <= Self.mostHeadingLines
    // A single letter is not a heading, nor is a number unless it is large.
    let isNamed =
      passage.text.contains { $0.isLetter && !$0.isCased }
      || letters(passage) > 1 && (ratio >= 1.3 || passage.text.contains(where: \.isLetter))
    guard !passage.isSlanted, !isLabeled(passage), !passage.leadsToPage, !passage.isParted,
      !isShort || !passage.isAddress && !passage.refersToPages && !Periodical.isIssue(passage.text)
    else { return .paragraph }
    if isShort, !passage.isFinished || isTitleSentence(passage, ratio), isNamed {
      if ratio >= 1.3, isPullQuote(passage) { return .quote }
      if ratio >= 1.8 { return .heading(level: 1) }
      if ratio >= 1.3 { return .heading(level: 2) }
      if ratio >= Self.leastOfHeading, isSmallHeading(passage, ratio) { return .heading(level: 3) }
      if ratio >= Self.leastOfHeading, titleStyles.contains(passage), !passage.hasTitleInLine {
        return .heading(level: 4)
      }
    }
    return ratio >= 1.5 && letters(passage) > 1 ? .quote : .paragraph
  }

  /// True if a whole sentence is large enough to be a title, as in newspapers, and shorter than a
  /// quote, or is a bold line that ends like a question, an exclamation, an ellipsis, an announcement
  /// or an abbreviation.
  private func isTitleSentence(_ passage: Passage, _ ratio: Double) -> Bool {
    let isBold = passage.isBold && !textIsBold
    let isOpen =
      passage.text.last.map { "?!…:".contains($0) } ?? false
      || ["..", ". ."].contains(where: passage.text.hasSuffix)
    if isBold, isOpen, passage.lineCount == 1, ratio > 1 { return true }
    if isBold, passage.endsInAbbreviation, passage.lineCount == 1 { return true }
    return passage.lineCount <= (isBold ? 3 : 2) && ratio >= (isBold ? 1.3 : 1.8)
  }

  /// True if a passage of about the text's size is styled like a heading.
  private func isSmallHeading(_ passage: Passage, _ ratio: Double) -> Bool {
    guard passage.letterCount <= Self.longestSmallHeading,
      passage.lineCount <= Self.mostSmallHeadingLines, !passage.hasTitleInLine,
      // Names below a text, and lines of dialog, begin with a dash.
      passage.text.first.map({ !"-–—".contains($0) }) ?? false
    else { return false }
    // Code is sometimes bold, and stands on lines of its own.
    if passage.isCode && passage.family != textFamily { return false }
    if passage.isBold && !textIsBold { return true }
    let isOtherFont = passage.family != textFamily || passage.isItalic
    let isLarger = ratio >= Self.leastOfOtherFont
    if passage.lineCount <= 2, isOtherFont && isLarger { return true }
    return passage.lineCount == 1
      && passage.isNumberedTitle && (isOtherFont || isLarger || isSubsection(passage))
  }

  /// True if it is the title of a section below another one, such as "6.3 Trace Recording", and no
  /// amount ("3.3 V", "1.5 Million") or entry of a table of contents.
  private func isSubsection(_ passage: Passage) -> Bool {
    guard let number = passage.number, number.parts.count > 1, passage.text.last?.isNumber == false
    else { return false }
    return number.parts.allSatisfy { $0 < 100 } && number.hasRelative(among: numbers)
      && passage.text.split { !$0.isLetter }.contains { $0.count >= Self.shortestWord }
  }

  /// True if large text is a sentence that is quoted from the article around it: in italics or
  /// quotation marks, and smaller than a title.
  private func isPullQuote(_ passage: Passage) -> Bool {
    passage.size <= Self.largestPullQuote * largestSize
      && passage.text.split(separator: " ").count >= Self.shortestPullQuote
      && (passage.isItalic || passage.text.first.map { "\"“„«‘".contains($0) } ?? false)
  }

  private func letters(_ passage: Passage) -> Int {
    passage.text.count { $0.isLetter || $0.isNumber }
  }
}
