import RectoPageModel

/// The sign, number or letter that an item of a list begins with.
struct ListMarker: Sendable, Hashable {
  /// A way to count.
  enum Numbering: Sendable, Hashable, CaseIterable {
    case decimal, letters, romans
  }

  /// The bullet, or the form of a number with its punctuation, such as "(1)", "a." or "A)".
  let shape: String
  /// The possible values by numbering: "i" is the roman number 1 or the ninth letter. Empty for a
  /// bullet.
  let values: [Numbering: Int]

  /// Characters with which only items begin.
  private static let sureBullets: Set<String> = [
    "•", "◦", "▪", "▫", "●", "○", "■", "□", "‣", "⁃", "➢", "➤", "▶", "►", "✓", "✔", "❖", "◆", "◇",
    "\u{F0B7}", "\u{F0A7}", "\u{F0D8}", "\u{F0FC}",
  ]
  /// Characters with which dialogs, sums and remarks also begin.
  private static let otherBullets: Set<String> = ["·", "–", "-", "*"]
  private static let longestNumber = 3
  private static let longestRoman = 5

  var isBullet: Bool { values.isEmpty }
  var isSureBullet: Bool { Self.sureBullets.contains(shape) }
  var isFirst: Bool { values.values.contains(1) }

  /// Returns nil for a word that is not a marker.
  init?(_ word: String) {
    if Self.otherBullets.contains(word) {
      (shape, values) = (word, [:])
      return
    }
    // Some sources set a bullet twice to make it look bolder.
    if let first = word.first, Self.sureBullets.contains("\(first)"),
      word.allSatisfy({ $0 == first })
    {
      (shape, values) = ("\(first)", [:])
      return
    }
    let opening = word.first == "(" ? "(" : ""
    guard let closing = word.last, ".)".contains(closing), word.count > opening.count + 1 else {
      return nil
    }
    let number = word.dropFirst(opening.count).dropLast()
    guard let (sign, values) = Self.values(of: number), opening.isEmpty || closing == ")" else {
      return nil
    }
    shape = "\(opening)\(sign)\(closing)"
    self.values = values
  }

  /// A digit or letter that stands for the numbering, and the possible values.
  private static func values(of number: Substring) -> (Character, [Numbering: Int])? {
    if number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard number.count <= longestNumber, number.first != "0", let value = Int(number) else {
        return nil
      }
      return ("1", [.decimal: value])
    }
    let lowercase = number.lowercased()
    guard lowercase.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
      number == lowercase || number == number.uppercased()
    else { return nil }
    var values: [Numbering: Int] = [:]
    if lowercase.utf8.count == 1, let letter = lowercase.utf8.first {
      values[.letters] = Int(letter) - 0x60
    }
    if let roman = roman(lowercase) { values[.romans] = roman }
    return values.isEmpty ? nil : (number == lowercase ? "a" : "A", values)
  }

  /// The value of a roman number in the modern form; nil for other letters.
  private static func roman(_ text: String) -> Int? {
    guard text.count <= longestRoman else { return nil }
    let digits = text.compactMap { ["i": 1, "v": 5, "x": 10][$0] }
    guard digits.count == text.count else { return nil }
    var value = 0
    for (index, digit) in digits.enumerated() {
      value += index + 1 < digits.count && digits[index + 1] > digit ? -digit : digit
    }
    return romanNumeral(value) == text ? value : nil
  }

  private static func romanNumeral(_ value: Int) -> String {
    var (rest, text) = (value, "")
    for (digit, sign) in [(10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")] {
      while rest >= digit {
        text += sign
        rest -= digit
      }
    }
    return text
  }

  /// True if an item with the other marker may follow directly in the same list.
  func isBefore(_ next: ListMarker) -> Bool {
    shape == next.shape
      && (isBullet || values.contains { numbering, value in next.values[numbering] == value + 1 })
  }
}

/// The marker of a line, and the edges at which the line and the text after the marker begin.
struct MarkedLine: Sendable {
  let marker: ListMarker?
  /// The line's edge at which reading begins, in points along the direction of reading.
  let start: Double
  /// The edge at which the text after the marker begins, in the same direction.
  let textStart: Double

  /// The maximum bytes of a marker.
  private static let longestMarker = 8

  init(_ line: TextLine) {
    start = line.readingStart
    guard let found = Self.marker(of: line) else {
      (marker, textStart) = (nil, start)
      return
    }
    marker = found.marker
    let box = line.words[found.wordCount].box
    textStart = line.isRightToLeft ? -box.maxX : box.minX
  }

  /// The marker, with the number of words that it has.
  private static func marker(of line: TextLine) -> (marker: ListMarker, wordCount: Int)? {
    var (text, count) = ("", 0)
    repeat {
      guard count + 1 < line.words.count, line.words[count].quad == nil,
        line.words[count].direction != .topToBottom
      else { return nil }
      text += line.words[count].text
      count += 1
      guard text.utf8.count <= longestMarker else { return nil }
    } while line.words[count - 1].joinsNext
    if isBullet(text, in: line.words[0], before: line.words[count]) { text = "◦" }
    return ListMarker(text).map { ($0, count) }
  }

  /// True for the "o" of Courier that word processors draw a circle with. Some languages have a
  /// word "o", in the font of the others, and manuals have options of that name in other fonts.
  private static func isBullet(_ text: String, in word: TextWord, before next: TextWord) -> Bool {
    text == "o" && word.font?.lowercased().contains("courier") == true
      && !FontStyle(next.font).isMonospaced
  }
}

extension TextLine {
  /// True if its first word with letters runs from right to left. Numbers run from left to right in
  /// any line.
  var isRightToLeft: Bool {
    let word = words.first { $0.text.contains(where: \.isLetter) } ?? words.first
    return word?.direction == .rightToLeft
  }

  /// The edge at which reading begins, in points along the direction of reading.
  var readingStart: Double { isRightToLeft ? -box.maxX : box.minX }
}
