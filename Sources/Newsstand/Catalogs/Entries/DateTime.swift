/// The time of day in a date as publishers write it: `06:00:00 GMT`, `6:00 p.m. -0500`, `06:00 EST`.
enum DateTime {
  /// RFC 822, section 5.1; other names of zones are not known in general.
  private static let zones = [
    "z": "Z", "gmt": "Z", "utc": "Z", "ut": "Z", "est": "-05:00", "edt": "-04:00", "cst": "-06:00",
    "cdt": "-05:00", "mst": "-07:00", "mdt": "-06:00", "pst": "-08:00", "pdt": "-07:00",
  ]

  /// Takes the time and its zone out of a text in small letters, and gives them as RFC 3339 has them:
  /// `06:00:00-05:00`, and in UTC where it has no zone. Returns nil for a text without a time, and for a
  /// time that an unknown word follows.
  ///
  /// - Parameter isOfDate: True for a word that belongs to the date.
  static func take(from text: inout String, isOfDate: (String) -> Bool) -> String? {
    var scanner = TimeScanner(text)
    guard let start = scanner.findClock(), var clock = scanner.clock() else { return nil }
    let half = scanner.half()
    if let half, (1...12).contains(clock[0]) { clock[0] = clock[0] % 12 + (half == "p" ? 12 : 0) }
    var zone: String? = "Z"
    if let offset = scanner.offset() {
      zone = offset
    } else {
      let place = scanner.place
      let word = scanner.word()
      if isOfDate(word) {
        scanner.place = place
      } else if !word.isEmpty {
        zone = zones[word]
        // `GMT+0200`
        if zone == "Z", let offset = scanner.offset() { zone = offset }
        scanner.skipComment()
      }
    }
    let before = scanner.text[..<start]
    // `2011/10/01T06:00`
    let isJoined = before.last == "t" && before.dropLast().last?.isNumber == true
    text = String(isJoined ? before.dropLast() : before) + " " + String(scanner.rest)
    let parts = clock.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return zone.map { parts.joined(separator: ":") + $0 }
  }
}

/// Reads the parts of a time one after the other.
private struct TimeScanner {
  let text: [Character]
  /// The index of the next character.
  var place = 0

  init(_ text: String) { self.text = Array(text) }

  var rest: ArraySlice<Character> { text[place...] }

  private func digit(_ index: Int) -> Int? {
    guard text.indices.contains(index), text[index].isASCII else { return nil }
    return text[index].wholeNumberValue
  }

  /// Goes to one or two digits before a colon and a digit, and gives their index.
  mutating func findClock() -> Int? {
    for colon in text.indices where text[colon] == ":" && digit(colon + 1) != nil {
      var start = colon
      while start > 0, digit(start - 1) != nil { start -= 1 }
      guard (1...2).contains(colon - start) else { continue }
      place = start
      return start
    }
    return nil
  }

  /// Hours, minutes and seconds, the last without a fraction; nil for other forms.
  mutating func clock() -> [Int]? {
    var numbers: [Int] = []
    while numbers.count < 3 {
      guard let first = digit(place) else { return nil }
      place += 1
      var number = first
      if let second = digit(place) {
        number = number * 10 + second
        place += 1
      }
      guard digit(place) == nil else { return nil }
      numbers.append(number)
      guard text.indices.contains(place), text[place] == ":" else { break }
      place += 1
    }
    guard numbers.count > 1 else { return nil }
    if numbers.count == 3, text.indices.contains(place), text[place] == ".",
      digit(place + 1) != nil
    {
      place += 1
      while digit(place) != nil { place += 1 }
    }
    return numbers + Array(repeating: 0, count: 3 - numbers.count)
  }

  /// `a` or `p` of `am`, `p.m.` and the like.
  mutating func half() -> Character? {
    skipSpaces()
    let letters = rest.prefix { $0.isLetter || $0 == "." }
    guard ["am", "pm", "am.", "pm.", "a.m", "p.m", "a.m.", "p.m."].contains(String(letters)) else {
      return nil
    }
    place += letters.count
    return letters.first
  }

  /// `-05:00` of `-0500`, `-05:00`, `-05` and `-5`.
  mutating func offset() -> String? {
    skipSpaces()
    guard let sign = rest.first, sign == "+" || sign == "-" || sign == "\u{2212}" else {
      return nil
    }
    var end = place + 1
    var digits: [Character] = []
    while let character = text.indices.contains(end) ? text[end] : nil {
      let isColon = character == ":" && digits.count == 2 && digit(end + 1) != nil
      guard digit(end) != nil || isColon else { break }
      if !isColon { digits.append(character) }
      end += 1
    }
    switch digits.count {
    case 1: digits = ["0"] + digits + ["0", "0"]
    case 2: digits += ["0", "0"]
    case 4: break
    default: return nil
    }
    place = end
    return (sign == "+" ? "+" : "-") + String(digits[..<2]) + ":" + String(digits[2...])
  }

  /// The letters that come next; empty if there are none.
  mutating func word() -> String {
    skipSpaces()
    let letters = rest.prefix(while: \.isLetter)
    place += letters.count
    return String(letters)
  }

  /// The name of a zone in parentheses, behind it.
  mutating func skipComment() {
    skipSpaces()
    guard rest.first == "(", let end = rest.firstIndex(of: ")") else { return }
    place = end + 1
  }

  private mutating func skipSpaces() {
    while let next = rest.first, next == " " || next == "\t" || next == "," { place += 1 }
  }
}
