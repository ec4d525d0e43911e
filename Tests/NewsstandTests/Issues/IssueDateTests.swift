import RectoNewsstand
import Testing

struct IssueDateTests {
  @Test(arguments: [
    ("2026", "2026", 1_767_225_600), ("2026-11", "2026-11", 1_793_491_200),
    ("2026-11-22", "2026-11-22", 1_795_305_600), ("2024-02-29", "2024-02-29", 1_709_164_800),
    ("2026-11-22T06:00:00Z", "2026-11-22T06:00:00Z", 1_795_327_200),
    ("2026-11-22 06:00 +0100", "2026-11-22T05:00:00Z", 1_795_323_600),
    ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z", -1), ("2026-1-2", "2026-01-02", 1_767_312_000),
  ])
  func aDateIsWhatItSays(example: (text: String, shown: String, seconds: Double)) throws {
    let date = try #require(IssueDate(example.text))
    #expect(date.text == example.shown && date.seconds == example.seconds)
  }

  @Test(arguments: [
    "", "soon", "2026-13", "2026-02-30", "2023-02-29", "2026-11-22T25:00:00Z", "20261122", "２０２６",
    "2026-11-22T06:00:0xZ",
  ])
  func whatIsOnNoCalendarIsNoDate(text: String) {
    #expect(IssueDate(text) == nil)
  }

  /// Dates in the form in which they are shown are read without what other forms need, which a space
  /// around them makes necessary.
  @Test func theShortWayAndTheLongWayLeadToTheSameDate() {
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    for year in [0, 1, 1582, 1899, 1900, 1970, 2000, 2023, 2024, 2100, 9999] {
      for month in 0...13 {
        for day in [0, 1, 28, 29, 30, 31, 32] {
          let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
          for text in [
            String(date.prefix(4)), String(date.prefix(7)), date, "\(date)T00:00:00Z",
            "\(date)T23:59:59Z", "\(date)T24:00:00Z", "\(date)T12:60:00Z", "\(date)T12:00:60Z",
          ] {
            #expect(IssueDate(text) == IssueDate(" \(text) "), "\(text)")
          }
        }
      }
    }
  }
}
