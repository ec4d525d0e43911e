import RectoPageModel

/// A block of a page's text, with the properties that articles are made from.
struct Passage: Sendable {
  var role: TextRole
  var runs: [Article.Run]
  var page: Int
  var box: Rect
  /// The box of its last part, if it continues in another column or on another page.
  private(set) var lastBox: Rect
  var lineCount: Int
  /// The font size of most of its letters, in points; 0 if it is unknown.
  var size: Double
  var isBold: Bool
  let isItalic: Bool
  let isMonospaced: Bool
  /// True if all its words are monospaced.
  let isCode: Bool
  /// Its lines with their indents, if it may be code.
  private(set) var listing: Listing?
  /// The font of most of its letters, without its style; nil if it is not known.
  let family: String?
  var direction: TextDirection
  /// The page that it begins on.
  let firstPage: Int
  /// The sign or number that it begins with, if it may be an item of a list.
  let marker: ListMarker?
  /// The edges at which its first line and the text after its marker begin, along the reading
  /// direction.
  let start: Double
  let textStart: Double
  /// The edge at which its lines begin, apart from an indent of the first.
  var edge: Double { direction == .rightToLeft ? -box.maxX : box.minX }
  /// True if all its further lines are indented relative to the first (hanging indent).
  let hangs: Bool
  /// True if it is an item of a list although the source does not tag it.
  var isItem = false
  /// True if it is not parallel to the page's axes, such as a stamp across the page.
  let isSlanted: Bool
  /// True if it is not part of the running text, such as a note or a caption, so that a paragraph
  /// may continue past it.
  var isAside = false
  /// True if the source states paragraphs, so that it is one, or the part of one in its column.
  var isStated = false
  /// True for the rest of a paragraph, false for the beginning of one; nil if the source does not
  /// say.
  var isRest: Bool?
  /// The name of the thread that it is a part of, if the source has several.
  let thread: String?
  /// The languages of its words with their letters; nil for words of the publication's language.
  let languages: [(String?, Int)]
  /// True if its last line ends in the middle of a word.
  var isParted: Bool { last.endsInHyphen || last.words.last?.joinsNext == true }
  private var first: TextLine
  private var last: TextLine

  var text: String { runs.map(\.text).joined() }
  var letterCount: Int { runs.reduce(0) { $0 + $1.text.count } }

  /// The first run and the area of each cell, if it is a row of a table.
  private(set) var cells: [(firstRun: Int, box: Rect)]
  private var row = CellRow()

  /// Returns nil for a block without words. `firstLine` is the number of the page's lines before
  /// it.
  init?(_ block: TextBlock, page: Int, firstLine: Int, links: [Link]) {
    let words = block.lines.flatMap(\.words)
    let lines = block.lines.filter { !$0.words.isEmpty }
    guard let first = lines.first, let last = lines.last else { return nil }
    (self.first, self.last) = (first, last)
    thread = block.thread
    languages = words.map { ($0.language, $0.text.count) }
    role = block.role
    self.page = page
    firstPage = page
    let marked = MarkedLine(first)
    (marker, start, textStart) = (marked.marker, marked.start, marked.textStart)
    hangs = lines.dropFirst().allSatisfy { $0.readingStart > marked.start }
    box = block.box
    cells = block.role == .tableCell ? [(0, block.box)] : []
    if block.role == .tableCell { _ = row.add(block.box) }
    lastBox = block.box
    lineCount = block.lines.count
    size = lines.sizeOfCapitals ?? mostCommon(words.map { ($0.size, $0.text.count) }) ?? 0
    direction = mostCommon(words.map { ($0.direction, $0.text.count) }) ?? .leftToRight
    isSlanted = words.allSatisfy { $0.quad != nil }
    let font = mostCommon(words.map { ($0.font, $0.text.count) }) ?? nil
    let style = FontStyle(font)
    isBold = style.isBold
    isItalic = style.isItalic
    isMonospaced = style.isMonospaced
    var styles = FontStyles()
    isCode = isMonospaced && words.allSatisfy { styles.style(of: $0.font).isMonospaced }
    if isCode || block.role == .code {
      listing = Listing(block.lines, page: page, firstLine: firstLine)
    }
    family = font.map { String($0.prefix { $0 != "-" && $0 != "," }) }
    var writer = RunWriter(own: style, links: links)
    let initial = DropCap.initial(of: lines, textSize: size)
    let firstText = block.lines.firstIndex { !$0.words.isEmpty } ?? 0
    for (index, line) in block.lines.enumerated() where initial == nil || index != firstText {
      writer.add(line, page: page, index: firstLine + index)
    }
    runs = writer.runs
    if let initial {
      let place = Article.Place(initial, page: page, line: firstLine + firstText)
      begin(with: [Article.Run(text: initial.text, places: [place])], isWord: false)
    }
  }

  /// Puts the large first letter of its first word in front.
  mutating func begin(with initial: [Article.Run], isWord: Bool) {
    listing = nil
    var first = Article.Run(text: "")
    for run in initial { first.append(run.text, run.places) }
    if isWord { first.text += " " }
    if runs.isEmpty { runs = [first] } else { runs[0].prepend(first.text, first.places) }
  }

  /// Adds its continuation, such as in the next column.
  mutating func join(_ next: Passage) {
    listing = nil
    runs.join(last.join(next.first))
    for run in next.runs { runs.append(run) }
    last = next.last
    lastBox = next.box
    page = max(page, next.page)
    lineCount += next.lineCount
  }

  /// Adds code below it.
  mutating func join(code next: Passage) {
    if let lines = next.listing { listing?.append(lines) }
    last = next.last
    lastBox = next.page == page ? lastBox.union(next.box) : next.box
    page = next.page
    lineCount += next.lineCount
  }

  /// Adds its continuation on the same row.
  mutating func join(beside next: Passage) {
    listing = nil
    runs.join(.space)
    for run in next.runs { runs.append(run) }
    last = next.last
    box = box.union(next.box)
    lastBox = box
  }

  /// Adds a cell if this is a table row and the cell is the next in it; else returns false.
  mutating func join(cell next: Passage) -> Bool {
    guard role == .tableCell, next.role == .tableCell, next.page == page, row.add(next.box) else {
      return false
    }
    if !runs.isEmpty { runs[runs.count - 1].text += "\u{2003}" }
    cells.append((runs.count, next.box))
    for run in next.runs { runs.append(run) }
    box = box.union(next.box)
    return true
  }

  /// True if its first words are a title in another style than the rest of the line: "Index
  /// Terms—lamps, oars".
  var hasTitleInLine: Bool {
    if number == nil, first.hasLabel { return true }
    guard runs.count > 1, runs[0].isItalic != runs[1].isItalic || runs[0].isBold != runs[1].isBold,
      runs[0].text.contains(where: \.isLetter), number == nil
    else { return false }
    let (end, start) = (
      runs[0].text.last { !$0.isWhitespace }, runs[1].text.first { !$0.isWhitespace }
    )
    return end.map { "—–:.".contains($0) } ?? false || start.map { "—–:".contains($0) } ?? false
  }

  /// True if its text is complete.
  var isFinished: Bool {
    let isClosing: (Unicode.Scalar) -> Bool = { scalar in
      switch scalar.properties.generalCategory {
      case .closePunctuation, .finalPunctuation, .initialPunctuation: true
      default: "\"'".unicodeScalars.contains(scalar)
      }
    }
    guard !isParted, let last = text.unicodeScalars.last(where: { !isClosing($0) }) else {
      return false
    }
    return last.properties.isSentenceTerminal || "…:;：；؛".unicodeScalars.contains(last)
  }

  /// True if its last word has a period inside of it too, as "a.m." has.
  var endsInAbbreviation: Bool {
    text.split(separator: " ").last?.dropLast().contains(".") ?? false && text.last == "."
  }

  /// True if it is a paragraph of whole sentences.
  var isRunningText: Bool { isFinished && lineCount > 1 }

  /// True if its last line is as wide as the others, so that the paragraph may continue elsewhere.
  var endsFull: Bool {
    guard lineCount > 1 else { return false }
    return direction == .rightToLeft
      ? last.box.minX <= lastBox.minX + size : last.box.maxX >= lastBox.maxX - size
  }

  /// True if it is running text, or the beginning of running text that continues elsewhere.
  var isBodyText: Bool { isRunningText || endsFull && letterCount >= Self.longestAddress }

  /// In letters.
  private static let longestAddress = 100

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

  /// In letters, as of "p" and "S".
  private static let longestSign = 2

  /// True if it is only digits.
  var isPageNumber: Bool { !text.isEmpty && text.allSatisfy(\.isNumber) }

  /// True if it only has characters that draw a rule.
  var isRule: Bool {
    letterCount >= Self.shortestRule
      && text.allSatisfy { $0.isWhitespace || "-–—_=*~·.".contains($0) }
  }

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

  /// The maximum words of a date, such as "le 12 mars 1998".
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

  private static let mostWordsOfName = 5

  /// In letters, as of "von" and "of".
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

  /// In sizes of the text, the indent of a paragraph's first line.
  static let indents = 0.5...4.0

  /// True if its first line is indented, and its others are not.
  var beginsIndented: Bool {
    lineCount > 1 && size > 0 && Self.indents.contains((start - edge) / size)
  }

  /// True if its text continues an earlier one.
  var isContinuation: Bool { text.first?.isLowercase ?? false }
}

extension TextLine {
  /// True if it begins with bold words that end with a colon or a dash, and continues with others.
  fileprivate var hasLabel: Bool {
    var fonts = FontStyles()
    let bold = words.prefix { fonts.style(of: $0.font).isBold }
    guard !bold.isEmpty, bold.count < words.count, let end = bold.last?.text.last else {
      return false
    }
    return "—–:".contains(end) && bold.contains { $0.text.contains(where: \.isLetter) }
  }

  /// The space before a number beyond which the number stands apart, in multiples of its font size.
  private static let widestSpace = 1.5

  /// True if its last word is a number with a wide space before it.
  fileprivate var hasNumberApart: Bool {
    guard words.count > 1, let number = words.last, number.text.allSatisfy(\.isNumber),
      number.direction == .leftToRight
    else { return false }
    return number.box.minX - words[words.count - 2].box.maxX > Self.widestSpace * number.size
  }
}

/// The value with the largest total weight; the first of several.
func mostCommon<Value: Hashable>(_ values: [(Value, Int)]) -> Value? {
  var weights: [Value: Int] = [:]
  for (value, weight) in values { weights[value, default: 0] += weight }
  guard let most = weights.values.max() else { return nil }
  return values.first { weights[$0.0] == most }?.0
}
