import RectoPageModel
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2026", "2026-01-01T00:00:00Z"), ("2026-10", "2026-10-01T00:00:00Z"),
    ("2026-10-31", "2026-10-31T00:00:00Z"), ("2026-10-31T10:20Z", "2026-10-31T10:20:00Z"),
    ("2026-10-31T10:20:30.75Z", "2026-10-31T10:20:30Z"),
    ("2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00Z"),
    ("2026-12-31T22:30:00-01:30", "2027-01-01T00:00:00Z"),
    ("0812-03-04", "0812-03-04T00:00:00Z"), ("2026-10-31T10:20:30", "2026-10-31T10:20:30Z"),
  ])
  func datesAreReadAsTheyAreWritten(written: String, read: String) {
    #expect(written.timestamp == read)
  }

  @Test(arguments: [
    "", "autumn", "2026-13", "2026-1-1-1", "31.10.2026", "2026-10-31T", "2026-10-31T25:00Z",
    "-2026", "20261031", "2026-10-31T10:20:61Z", "２０２６",
  ])
  func anInvalidDateIsNil(written: String) {
    #expect(written.timestamp == nil)
  }
}
