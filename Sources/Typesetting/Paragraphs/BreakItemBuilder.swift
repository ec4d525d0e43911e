/// Turns a paragraph's pieces into the items of line breaking: boxes, glue and penalties.
struct BreakItemBuilder {
  private let typesetter: Typesetter
  private var prepared: PreparedParagraph
  private let isJustified: Bool
  private let hyphenates: Bool
  private let units: [UInt16]
  /// The stretch of the letters since the last white space.
  private var lettersGive: Int32 = 0
  /// The text between white space that was looked at last, and true if it is an address.
  private var stretch: (range: Range<Int>, isAddress: Bool) = (0..<0, false)

  private enum Price {
    /// The penalty of a hyphen, added or in the text (plain TeX).
    static let hyphen = 50
    /// The penalty of a cut inside a word that is too long for any line.
    static let cut = 5000
  }

  /// Words that are wider than `cutWidth` scaled points may be cut anywhere.
  init(
    _ typesetter: Typesetter, _ prepared: PreparedParagraph, isJustified: Bool,
    cutWidth: Int32 = .max
  ) {
    self.typesetter = typesetter
    self.prepared = prepared
    self.prepared.cutWidth = cutWidth
    self.isJustified = isJustified
    hyphenates = prepared.paragraph.style.hyphens == .auto
    units = prepared.paragraph.text.units
  }

  mutating func build() -> PreparedParagraph {
    prepared.breakItems.removeAll()
    prepared.breakPositions.removeAll()
    prepared.breakItems.reserveCapacity(prepared.pieces.count * 3)
    prepared.breakPositions.reserveCapacity(prepared.pieces.count * 3)
    setParameters()
    addFirstHang()
    for index in prepared.pieces.indices {
      switch prepared.pieces[index].kind {
      case .word: addWord(index)
      case .space: addSpace(index)
      case .tab: addTab(index)
      case .attachment:
        addBox(index, prepared.pieces[index].width)
        addBreak(after: index)
      case .lineEnd: addLineEnd(index)
      }
    }
    addFill(prepared.pieces.count, units.count)
    return prepared
  }

  private mutating func setParameters() {
    let style = prepared.paragraph.style
    let size = prepared.paragraph.text.runs.first?.style.fontSize ?? 10
    prepared.parameters.tolerance = 300
    prepared.parameters.emergencyStretch = ScaledPoints(size * 3)
    guard !isJustified else { return }
    // Two ems, as plain TeX has it for ragged lines.
    let give = BreakParameters.Skip(stretch: ScaledPoints(size * 2))
    prepared.parameters.rightSkip = give
    if style.textAlign == .center { prepared.parameters.leftSkip = give }
  }

  // MARK: Pieces

  /// No break precedes the first line, so its width is adjusted here.
  private mutating func addFirstHang() {
    guard let first = prepared.pieces.first else { return }
    let hang = prepared.hang(atStart: Int(first.start), of: first)
    if hang > 0 { addBox(0, -hang) }
  }

  /// A break at which signs before and after it may stand out of their lines.
  private func penalty(_ price: Int, after index: Int, to next: Int) -> BreakItem {
    let (before, after) = (prepared.pieces[index], prepared.pieces[next])
    return .penalty(
      price, lineEnd: ScaledPoints(rawValue: -prepared.hang(atEnd: Int(before.end), of: before)),
      lineStart: ScaledPoints(rawValue: -prepared.hang(atStart: Int(after.start), of: after)))
  }

  private mutating func addWord(_ index: Int) {
    let piece = prepared.pieces[index]
    guard case .text(let words) = prepared.items[Int(piece.item)].content else { return }
    if piece.givesInside { lettersGive = lettersGive &+ piece.stretch }
    let points = points(in: index, words)
    if !points.isEmpty {
      addSplit(index, points)
    } else {
      addBox(index, piece.width)
    }
    addBreak(after: index)
  }

  /// True if the piece is a whole word and not a part of one that continues in another style.
  private func isWhole(_ index: Int) -> Bool {
    (index == 0 || prepared.pieces[index - 1].kind != .word
      || prepared.pieces[index - 1].item == prepared.pieces[index].item)
      && (index + 1 == prepared.pieces.count || prepared.pieces[index + 1].kind != .word
        || prepared.pieces[index + 1].item == prepared.pieces[index].item)
  }

  /// The places where a line may end inside a word.
  private mutating func points(
    in index: Int, _ words: ShapedWords
  ) -> [ShapedWords.SplitPoint] {
    let piece = prepared.pieces[index]
    let hyphenations =
      hyphenates && isWhole(index) && !isInAddress(piece) ? hyphenations(of: piece, words) : []
    guard piece.width > prepared.cutWidth, !isInsideRuby(index) else { return hyphenations }
    let known = Set(hyphenations.map(\.offset))
    let cuts = words.cuts(of: Int(piece.word)).filter { !known.contains($0.offset) }
    return (hyphenations + cuts).sorted { $0.offset < $1.offset }
  }

  private mutating func addSplit(_ index: Int, _ points: [ShapedWords.SplitPoint]) {
    let piece = prepared.pieces[index]
    let hang = prepared.hangOfHyphen(after: piece)
    var done: Int32 = 0
    var start = piece.start
    for point in points {
      addBox(index, point.share &- done, at: start)
      append(
        .discretionary(
          preBreak: ScaledPoints(
            rawValue: point.addsHyphen ? point.before &- hang : point.before),
          postBreak: ScaledPoints(rawValue: point.after),
          penalty: point.addsHyphen ? Price.hyphen : Price.cut),
        PreparedParagraph.BreakPosition(
          piece: Int32(index), start: piece.start &+ point.offset, addsHyphen: point.addsHyphen))
      done = point.share
      start = piece.start &+ point.offset
    }
    addBox(index, piece.width &- done, at: start)
  }

  /// True if the piece is a part of a web or mail address, in which a hyphen would be read as its own.
  private mutating func isInAddress(_ piece: TextFragment) -> Bool {
    if !stretch.range.contains(Int(piece.start)) {
      let start = units[..<Int(piece.start)].lastIndex(where: Self.isWhite).map { $0 + 1 } ?? 0
      let end = units[Int(piece.start)...].firstIndex(where: Self.isWhite) ?? units.count
      stretch = (start..<end, units[start..<end].isAddress)
    }
    return stretch.isAddress
  }

  private static func isWhite(_ unit: UInt16) -> Bool {
    unit <= 0x20 || unit == 0xA0 || unit == 0x2028 || unit == 0x2029
  }

  private func hyphenations(of piece: TextFragment, _ words: ShapedWords) -> [ShapedWords
    .SplitPoint]
  {
    let number = Int(piece.word)
    if let known = words.words[number].hyphenations { return known }
    let style = prepared.paragraph.text.runs[prepared.items[Int(piece.item)].style].style
    let points = typesetter.hyphenation.points(
      in: units[Int(piece.start)..<Int(piece.end)], language: style.language)
    let found = words.hyphenations(of: number, at: points)
    words.setHyphenations(found, of: number)
    return found
  }

  /// Adds the break between this piece and the next if no space separates them.
  private mutating func addBreak(after index: Int) {
    let piece = prepared.pieces[index]
    guard index + 1 < prepared.pieces.count else { return }
    let next = prepared.pieces[index + 1].kind
    guard next == .word || next == .attachment, !isInsideRuby(index) else { return }
    let position = PreparedParagraph.BreakPosition(piece: Int32(index + 1), start: piece.end)
    guard piece.mayBreakAfter else {
      if piece.isCut { append(.penalty(Price.cut), position) }
      return
    }
    let item = prepared.items[Int(piece.item)]
    switch units[Int(piece.end) - 1] {
    case 0xAD:
      guard prepared.paragraph.style.hyphens != .none else { return }
      var hyphenated = position
      hyphenated.addsHyphen = true
      append(
        .discretionary(
          preBreak: ScaledPoints(
            rawValue: item.hyphenWidth &- prepared.hangOfHyphen(after: piece)),
          penalty: Price.hyphen,
          isLastResort: false), hyphenated)
    case 0x2D, 0x2010, 0x2012...0x2014:
      append(
        .discretionary(
          preBreak: ScaledPoints(rawValue: -prepared.hang(atEnd: Int(piece.end), of: piece)),
          penalty: Price.hyphen, isLastResort: false), position)
    default:
      let plain = penalty(0, after: index, to: index + 1)
      guard isJustified, item.isWithoutSpaces else { return append(plain, position) }
      if plain.hangs { append(plain, position) }
      var give = item.font.scaledSize / 12
      if piece.givesInside {
        give = lettersGive
        lettersGive = 0
      } else {
        prepared.pieces[index].stretch = give
      }
      append(.glue(.zero, stretch: ScaledPoints(rawValue: give)), position)
    }
  }

  /// True if a piece and the next share one annotation, which cannot be divided.
  private func isInsideRuby(_ index: Int) -> Bool {
    let style = prepared.items[Int(prepared.pieces[index].item)].style
    return prepared.paragraph.text.runs[style].style.ruby != nil
      && index + 1 < prepared.pieces.count
      && prepared.items[Int(prepared.pieces[index + 1].item)].style == style
  }

  private mutating func addSpace(_ index: Int) {
    let piece = prepared.pieces[index]
    guard index + 1 < prepared.pieces.count else { return }
    // Intended space at the start of a line, such as the indent of code, stays.
    guard index > 0, prepared.pieces[index - 1].kind != .lineEnd else {
      return addBox(index, piece.width)
    }
    let position = PreparedParagraph.BreakPosition(piece: Int32(index), start: piece.start)
    if piece.mayBreakAfter {
      let plain = penalty(0, after: index - 1, to: index + 1)
      if plain.hangs { append(plain, position) }
    } else {
      append(.penalty(Penalty.infinite), position)
    }
    let give = lettersGive
    lettersGive = 0
    append(
      .glue(
        ScaledPoints(rawValue: piece.width), stretch: ScaledPoints(rawValue: piece.stretch &+ give),
        shrink: ScaledPoints(rawValue: piece.shrink &+ give)), position)
  }

  /// A line may end before a tab, which is then left out, as a space is.
  private mutating func addTab(_ index: Int) {
    let piece = prepared.pieces[index]
    guard index > 0, index + 1 < prepared.pieces.count,
      prepared.pieces[index - 1].kind != .lineEnd, prepared.pieces[index + 1].kind != .lineEnd
    else { return addBox(index, piece.width) }
    append(
      .glue(ScaledPoints(rawValue: piece.width)),
      PreparedParagraph.BreakPosition(piece: Int32(index), start: piece.start))
  }

  private mutating func addLineEnd(_ index: Int) {
    let piece = prepared.pieces[index]
    addFill(index, Int(piece.start))
    lettersGive = 0
    let position = PreparedParagraph.BreakPosition(piece: Int32(index), start: piece.start)
    guard index + 1 < prepared.pieces.count else {
      return append(.penalty(-Penalty.infinite), position)
    }
    append(penalty(-Penalty.infinite, after: index, to: index + 1), position)
  }

  private mutating func addFill(_ piece: Int, _ start: Int) {
    for item in BreakItem.paragraphFill {
      append(item, PreparedParagraph.BreakPosition(piece: Int32(piece), start: Int32(start)))
    }
  }

  private mutating func addBox(_ index: Int, _ width: Int32, at start: Int32? = nil) {
    append(
      .box(ScaledPoints(rawValue: width)),
      PreparedParagraph.BreakPosition(
        piece: Int32(index), start: start ?? prepared.pieces[index].start))
  }

  private mutating func append(_ item: BreakItem, _ position: PreparedParagraph.BreakPosition) {
    prepared.breakItems.append(item)
    prepared.breakPositions.append(position)
  }
}

extension BreakItem {
  /// True if a break here makes punctuation hang out of its line.
  fileprivate var hangs: Bool { lineEnd != .zero || lineStart != .zero }
}

extension ArraySlice<UInt16> {
  /// True for text without white space that is an address with a scheme, one of mail, or a host with a
  /// path.
  fileprivate var isAddress: Bool {
    var isHost = false
    for index in indices.dropFirst().dropLast() {
      let next = self[index + 1]
      switch self[index] {
      case 0x2E where self[index - 1].isASCIILetter || self[index - 1].isASCIIDigit:
        isHost = isHost || next.isASCIILetter
      case 0x40 where next.isASCIILetter || next.isASCIIDigit: return true
      case 0x2F where isHost || self[index - 1] == 0x3A && next == 0x2F: return true
      default: break
      }
    }
    return false
  }
}

extension UInt16 {
  fileprivate var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}
