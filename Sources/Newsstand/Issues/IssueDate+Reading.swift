import Glibc
import Markup
import PageModel

extension IssueDate {
  /// A date as catalogs write it: W3C-DTF (`2026`, `2026-11`, `2026-11-22`, with a time of day and
  /// its offset behind `T` or a space). Nil for anything else, and for a day that no month has.
  package init?(_ text: String) {
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
    self.init(text: shown, seconds: Double(Self.seconds(timestamp)))
  }

  /// `+0100` of RFC 822 as ISO 8601 has it.
  private static func withColonInOffset(_ text: String) -> String {
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }),
      text.distance(from: sign, to: text.endIndex) == 5,
      let time = text.firstIndex(of: "T"), time < sign
    else { return text }
    return "\(text.dropLast(2)):\(text.suffix(2))"
  }

  /// Of `2026-11-22T06:00:00Z`. Calls `timegm`.
  private static func seconds(_ timestamp: String) -> Int {
    let numbers = timestamp.split { !$0.isNumber }.compactMap { Int32($0) }
    guard numbers.count == 6 else { return 0 }
    var parts = tm()
    parts.tm_year = numbers[0] - 1900
    parts.tm_mon = numbers[1] - 1
    parts.tm_mday = numbers[2]
    parts.tm_hour = numbers[3]
    parts.tm_min = numbers[4]
    parts.tm_sec = numbers[5]
    return timegm(&parts)
  }
}
