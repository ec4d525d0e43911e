import Glibc
import RectoMarkup
import RectoPageModel

extension IssueDate {
  /// A date as catalogs write it: W3C-DTF (`2026`, `2026-11`, `2026-11-22`, with a time of day and
  /// its offset behind `T` or a space). Nil for anything else, and for a day that no month has.
  package init?(_ text: String) {
    if let seconds = Self.seconds(ofShown: text) {
      self.init(text: text, seconds: seconds)
      return
    }
    var text = text.trimmed
    guard text.utf8.count <= 40 else { return nil }
    if let space = text.firstIndex(of: " ") {
      let rest = text[space...].filter { $0 != " " }
      text = "\(text[..<space])T\(rest)"
    }
    let hasTime = text.contains("T")
    if hasTime { text = Self.withColonInOffset(text) }
    guard let timestamp = text.timestamp else { return nil }
    let date = text.prefix { $0 != "T" }.split(separator: "-")
    if date.count == 3, !hasTime, Int(date[2]) != Int(timestamp.dropFirst(8).prefix(2)) {
      return nil
    }
    let shown = hasTime ? timestamp : String(timestamp.prefix([4, 7, 10][date.count - 1]))
    self.init(text: shown, seconds: Self.seconds(ofShown: timestamp) ?? 0)
  }

  /// The seconds of a date in the shown form, which most catalogs use; nil for other forms and
  /// impossible dates. Calls `timegm`.
  private static func seconds(ofShown text: String) -> Double? {
    let count = text.utf8.count
    guard count == 4 || count == 7 || count == 10 || count == 20 else { return nil }
    let whole = text + "0000-01-01T00:00:00Z".dropFirst(count)
    var numbers: [Int32] = [0]
    for (byte, form) in zip(whole.utf8, "0000-00-00T00:00:00Z".utf8) {
      if form == UInt8(ascii: "0") {
        guard (0x30...0x39).contains(byte) else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int32(byte - 0x30)
      } else {
        guard byte == form else { return nil }
        numbers.append(0)
      }
    }
    var parts = tm()
    parts.tm_year = numbers[0] - 1900
    (parts.tm_mon, parts.tm_mday) = (numbers[1] - 1, numbers[2])
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[3], numbers[4], numbers[5])
    let seconds = timegm(&parts)
    // It takes the 30th of February for the 2nd of March, and says so.
    let isOnCalendar =
      parts.tm_mon == numbers[1] - 1 && parts.tm_mday == numbers[2] && parts.tm_hour == numbers[3]
      && parts.tm_min == numbers[4] && parts.tm_sec == numbers[5]
    return isOnCalendar ? Double(seconds) : nil
  }

  /// `+0100` of RFC 822 as ISO 8601 has it.
  private static func withColonInOffset(_ text: String) -> String {
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }),
      text.distance(from: sign, to: text.endIndex) == 5,
      let time = text.firstIndex(of: "T"), time < sign
    else { return text }
    return "\(text.dropLast(2)):\(text.suffix(2))"
  }
}
