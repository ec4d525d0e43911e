import CRectoUnicode
import RectoPageModel

/// Reads dates as publishers write them: `2011/10/01`, `Oct. 2011`, `1 October 2011`, `1. Oktober
/// 2011`, `1 de octubre de 2011`, `Sat, 01 Oct 2011 06:00:00 -0500`, and what `IssueDate` reads.
///
/// A date that cannot be read costs an issue its date and gives a warning. One whose day and month
/// could be either, such as `10/11/2011`, cannot be read.
final class CatalogDates {
  /// Gets a sentence for each date that cannot be read.
  let warnings: EntryWarnings
  /// The names of months and weekdays by language; weekdays are 0.
  private var names: [String: [String: Int]] = [:]
  /// The languages whose months are known in a catalog that does not state one. A name that means
  /// different months in two of them, as `listopad` does in Polish and Croatian, is not read.
  private static let usualLanguages = [
    "de", "fr", "es", "it", "pt", "nl", "da", "nb", "sv", "fi", "pl", "cs", "hr", "hu", "ro", "tr",
    "el", "ru", "uk",
  ]
  /// Words between the parts of a date: `1 de octubre de 2011`.
  private static let joiningWords: Set = ["of", "de", "del", "di", "den"]

  init(_ warnings: EntryWarnings) { self.warnings = warnings }

  /// Nil for a text that is not a date.
  ///
  /// - Parameter language: The issue's, whose names of months come before those of other languages.
  func date(_ text: String, language: String? = nil) -> IssueDate? {
    if let date = IssueDate(text) ?? lenient(text, language) { return date }
    warnings.add(
      "its date \(printable(text)) cannot be read: it is listed without one (2026, 2026-11 and "
        + "2026-11-22 can)")
    return nil
  }

  private func lenient(_ text: String, _ language: String?) -> IssueDate? {
    guard text.utf8.count <= 64 else { return nil }
    var text = text.lowercased()
    let time = DateTime.take(from: &text) { word in
      self.month(word, language) != nil || Self.joiningWords.contains(word)
    }
    // Months as words: `Oct/Nov 2011` begins in October.
    var months: [Int] = []
    var numbers: [String] = []
    for word in Self.words(text) {
      if word.first?.isNumber == true {
        numbers.append(word)
      } else if let month = month(word, language) {
        if month > 0 { months.append(month) }
      } else if !Self.joiningWords.contains(word) {
        return nil
      }
    }
    let parts =
      months.isEmpty ? Self.parts(numbers, isDotted: text.contains(".")) : Self.parts(numbers)
    guard let (year, numbered, day) = parts else { return nil }
    let month = months.first ?? numbered
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    guard let month else { return IssueDate("\(year)") }
    guard let day else { return IssueDate("\(year)-\(two(month))") }
    let date = "\(year)-\(two(month))-\(two(day))"
    return IssueDate(time.map { "\(date)T\($0)" } ?? date)
  }

  /// Runs of digits, each with its ordinal sign gone, and of letters.
  private static func words(_ text: String) -> [String] {
    let separators = " \t,./-–—'’"
    return text.split { separators.contains($0) }.map { word in
      for end in ["st", "nd", "rd", "th", "er", "º", "ª"] where word.hasSuffix(end) {
        let number = word.dropLast(end.count)
        if !number.isEmpty, number.allSatisfy(\.isNumber) { return String(number) }
      }
      return String(word)
    }
  }

  /// The parts beside a month that is a word: a year, and perhaps a day.
  private static func parts(_ numbers: [String]) -> (Int, Int?, Int?)? {
    guard let year = numbers.first(where: { $0.count == 4 }).flatMap({ Int($0) }) else {
      return nil
    }
    let others = numbers.filter { $0.count <= 2 }
    guard others.count == numbers.count - 1 else { return nil }
    return (year, nil, others.first.flatMap { Int($0) })
  }

  /// The parts of a date in digits: the year first or last; with dots, the day before the month.
  private static func parts(_ numbers: [String], isDotted: Bool) -> (Int, Int?, Int?)? {
    let values = numbers.compactMap { Int($0) }
    guard values.count == numbers.count, (2...3).contains(values.count) else {
      guard let only = numbers.first, numbers.count == 1, only.count == 8, let day = Int(only)
      else { return nil }
      return (day / 10_000, day / 100 % 100, day % 100)
    }
    if numbers[0].count == 4 {
      return (values[0], values[1], values.count == 3 ? values[2] : nil)
    }
    guard let year = values.last, numbers.last?.count == 4 else { return nil }
    guard values.count == 3 else { return (year, values[0], nil) }
    let (one, other) = (values[0], values[1])
    if isDotted || one > 12 || one == other { return (year, other, one) }
    return other > 12 ? (year, one, other) : nil
  }

  /// The month from 1 that a word means; 0 for a weekday.
  private func month(_ word: String, _ language: String?) -> Int? {
    if let month = names(in: "en")[word] { return month }
    if word == "sept" { return 9 }
    if let month = language.flatMap({ names(in: $0)[word] }) { return month }
    let months = Set(Self.usualLanguages.compactMap { names(in: $0)[word] })
    return months.count == 1 ? months.first : nil
  }

  private func names(in language: String) -> [String: Int] {
    if let known = names[language] { return known }
    // A catalog is of few languages, whatever it says.
    guard names.count < 20 + Self.usualLanguages.count else { return [:] }
    let box = NameBox()
    _ = withExtendedLifetime(box) {
      unicode_calendar_names(
        localeName(language),
        { context, month, name, length in
          let box = Unmanaged<NameBox>.fromOpaque(context!).takeUnretainedValue()
          let text = String(
            decoding: UnsafeBufferPointer(start: name, count: Int(length)), as: UTF16.self)
          let key = text.lowercased().filter { $0 != "." }
          // A thing of digits alone, as in Chinese, says nothing.
          if key.contains(where: \.isLetter), key.first?.isNumber == false {
            box.names[key] = Int(month)
          }
        }, Unmanaged.passUnretained(box).toOpaque())
    }
    names[language] = box.names
    return box.names
  }

  private final class NameBox {
    var names: [String: Int] = [:]
  }
}

/// ICU's name of the locale that a BCP 47 tag means; the root locale's for one that it cannot read.
func localeName(_ tag: String) -> String {
  // ULOC_FULLNAME_CAPACITY
  var name = [CChar](repeating: 0, count: 157)
  guard tag.utf8.count < name.count, unicode_locale(tag, "", nil, &name, Int32(name.count)) else {
    return ""
  }
  return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
