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
  /// True if all lines after its first are indented relative to it (hanging indent), or if it has
  /// only one line.
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
  /// True if the source states that it is a further paragraph of an item of a list.
  var continuesItem = false
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
  private(set) var last: TextLine

  var text: String { runs.map(\.text).joined() }
  var letterCount: Int { runs.reduce(0) { $0 + $1.text.count } }

  /// The first run and the area of each cell, if it is a row of a table.
  private(set) var cells: [(firstRun: Int, box: Rect)]
  private var row: CellRow
  /// The cell that it begins with, if the source states it.
  let cell: TableCell?

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
    cell = block.role == .tableCell ? block.cell : nil
    row = CellRow(block.box, cell)
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

  /// Adds a cell if this is a table row and the cell is the next in it, or a further paragraph of
  /// its last cell; else returns false.
  mutating func join(cell next: Passage) -> Bool {
    guard role == .tableCell, next.role == .tableCell, next.page == page, next.thread == thread,
      let part = row.add(next.box, next.cell)
    else { return false }
    switch part {
    case .nextCell:
      if !runs.isEmpty { runs[runs.count - 1].text += "\u{2003}" }
      cells.append((runs.count, next.box))
    case .lastCell:
      runs.join(.space)
      cells[cells.count - 1].box = cells[cells.count - 1].box.union(next.box)
    }
    for run in next.runs { runs.append(run) }
    box = box.union(next.box)
    return true
  }

  /// True if the other one may be a later row of the same table, of which the source states the
  /// cells.
  func isRow(before next: Passage) -> Bool {
    guard let cell, let other = next.cell else { return false }
    return thread == next.thread && cell.isFollowed(by: other)
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

  /// The maximum length of an address in letters.
  private static let longestAddress = 100

  /// The range of first-line indents, in em.
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
}

/// The value with the largest total weight; the first of several.
func mostCommon<Value: Hashable>(_ values: [(Value, Int)]) -> Value? {
  var weights: [Value: Int] = [:]
  for (value, weight) in values { weights[value, default: 0] += weight }
  guard let most = weights.values.max() else { return nil }
  return values.first { weights[$0.0] == most }?.0
}
