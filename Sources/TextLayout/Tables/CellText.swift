import CRectoTextLayout

/// The text of a table's cell, and whether it is an amount, a label or more.
struct CellText {
  /// Without spaces.
  let letters: [Unicode.Scalar]
  let wordCount: Int

  /// Words for an amount that is missing.
  fileprivate static let missing: Set = [
    "-", "–", "—", "−", "..", "...", "…", "n/a", "na", "n.a.", "*", "nil", "x", "✓",
  ]
  fileprivate static let longestMissing = 4
  private static let bullets: Set<Unicode.Scalar> = [
    "•", "◦", "▪", "–", "—", "-", "*", "·", "‣", "∙",
  ]
  fileprivate static let longestNumber = 24

  init(_ words: [Int], in text: FoundText) {
    var letters: [Unicode.Scalar] = []
    var count = 0
    var last: recto_word?
    for index in words {
      let word = text.words[index]
      let isApart =
        last.map {
          word.box.x1 - $0.box.x2 > 0.1 * word.size || word.baseline - $0.baseline > word.size
        } ?? true
      if isApart { count += 1 }
      last = word
      for value in text.scalars(of: word) {
        guard let scalar = Unicode.Scalar(value), !scalar.isSpace else { continue }
        letters.append(scalar)
      }
    }
    self.letters = letters
    wordCount = count
  }

  /// True of an amount, a date, or what stands for one that is missing.
  var isNumeric: Bool {
    guard letters.count <= Self.longestNumber else { return false }
    let digitCount = letters.count(where: \.isNumber)
    guard digitCount > 0 else {
      return letters.count <= Self.longestMissing
        && Self.missing.contains(spelled(letters[...]).lowercased())
    }
    return !letters.contains("=")
      && letters.count(where: \.isLetter) <= max(1, digitCount / 2)
  }

  /// True of the sign, number or letter of a list's item, a note or a formula: "1.", "[12]", "(a)", "•".
  var isLabel: Bool {
    guard let first = letters.first, let last = letters.last else { return false }
    if letters.count == 1 { return Self.bullets.contains(first) }
    let inner = letters.dropFirst().dropLast()
    if first == "[", last == "]" { return !inner.isEmpty && inner.allSatisfy(Self.isDigit) }
    if first == "(", last == ")" {
      return (1...5).contains(inner.count)
        && inner.allSatisfy { Self.isDigit($0) || $0 == "." || ("a"..."z").contains($0) }
    }
    let body = first == "(" ? inner : letters.dropLast()[...]
    guard ".)]:".unicodeScalars.contains(last), !body.isEmpty else { return false }
    return body.count <= 3 && body.allSatisfy(Self.isDigit)
      || letters.count == 2 && ".)".unicodeScalars.contains(last) && ("a"..."z").contains(first)
  }

  /// The whole number that it is, with the signs of a label around it.
  var count: Int? {
    var body = letters[...]
    if let last = body.last, ".:".unicodeScalars.contains(last) { body = body.dropLast() }
    if body.first == "(" { body = body.dropFirst() }
    if body.last == ")" { body = body.dropLast() }
    guard (1...4).contains(body.count), body.allSatisfy(Self.isDigit) else { return nil }
    return Int(spelled(body))
  }

  /// The same without such signs.
  var pageNumber: Int? { letters.allSatisfy(Self.isDigit) ? count : nil }

  /// True of "7", "7.6", "A.1".
  var isSectionNumber: Bool {
    var body = letters[...]
    if let first = body.first, ("A"..."Z").contains(first) { body = body.dropFirst() }
    return body.allSatisfy { Self.isDigit($0) || $0 == "." } && !letters.isEmpty
  }

  /// The parts of such a number; nil of other text.
  var sectionNumber: [Int]? {
    guard isSectionNumber else { return nil }
    let parts = letters.split(separator: ".").map {
      Int(spelled($0.filter(Self.isDigit)[...])) ?? 0
    }
    return parts.isEmpty ? nil : parts
  }

  private static func isDigit(_ letter: Unicode.Scalar) -> Bool { ("0"..."9").contains(letter) }

  private func spelled(_ letters: ArraySlice<Unicode.Scalar>) -> String {
    var string = ""
    string.unicodeScalars.append(contentsOf: letters)
    return string
  }
}

extension Unicode.Scalar {
  /// Most text is ASCII, which needs no table.
  fileprivate var isSpace: Bool {
    RectoTextLayout.isWhitespace(value)
  }

  var isLetter: Bool {
    isAlphabetic(value)
  }

  fileprivate var isNumber: Bool {
    isASCII ? ("0"..."9").contains(self) : properties.numericType != nil
  }
}

/// The letters of a part of a row, of which cells are made.
struct CellPart {
  private var count = 0
  private var letterCount = 0
  private var hasNumber = false
  private var isMissing = true

  private static let missingLetters = Set(
    CellText.missing.flatMap { ($0 + $0.uppercased()).unicodeScalars })

  mutating func append(_ letter: Unicode.Scalar) {
    guard !letter.isSpace else { return }
    count += 1
    if letter.isNumber { hasNumber = true }
    if letter.isLetter { letterCount += 1 }
    if count <= CellText.longestMissing, !Self.missingLetters.contains(letter) { isMissing = false }
  }

  /// False if no amount has this part. An amount has at least twice as many digits as letters.
  var mayBeAmount: Bool {
    hasNumber
      ? count <= CellText.longestNumber && letterCount <= CellText.longestNumber / 3
      : isMissing && count <= CellText.longestMissing
  }
}

extension FoundText {
  /// The number of a row's parts that may be of amounts; at least as many as its cells that are.
  func partCount(ofAmountsIn row: TextRow) -> Int {
    narrowestChunks(of: row).count { chunk in
      var part = CellPart()
      for index in chunk {
        for scalar in scalars(of: words[index]) {
          if let letter = Unicode.Scalar(scalar) { part.append(letter) }
        }
      }
      return part.mayBeAmount
    }
  }

  /// Dots and lines of this length lead to something, or wait to be written on.
  private static let fewestDots = 4
  private static let shortestBlank = 6
  private static let shortestWord = 3

  /// True if a row has dots that lead from an entry to its number, or a line to write on.
  func hasLeader(_ row: TextRow) -> Bool {
    var (dots, blanks) = (0, 0)
    for index in row.words {
      for scalar in scalars(of: words[index]) {
        let isDot = scalar == 0x2E || scalar == 0xB7 || (0x2024...0x2026).contains(scalar)
        dots = isDot ? dots + (scalar == 0x2026 ? 2 : 1) : 0
        blanks = scalar == 0x5F ? blanks + 1 : 0
        if dots >= Self.fewestDots || blanks >= Self.shortestBlank { return true }
      }
    }
    return false
  }

  /// True if a row has a word of several letters.
  func hasWord(_ row: TextRow) -> Bool {
    row.words.contains { index in
      var count = 0
      for scalar in scalars(of: words[index]) {
        count = Unicode.Scalar(scalar)?.isLetter ?? false ? count + 1 : 0
        if count >= Self.shortestWord { return true }
      }
      return false
    }
  }
}
