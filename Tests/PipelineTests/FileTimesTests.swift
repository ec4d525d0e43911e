import Foundation
import TestSupport
import Testing

@testable import RectoPipeline

/// The times of files, which programs set as they please.
@Suite struct FileTimesTests {
  private static let seconds = [Int.min, -10_000_000_000, 0, 10_000_000_000, Int.max]

  @Test func timesAreInNanoseconds() {
    #expect(timespec(tv_sec: 2, tv_nsec: 5).nanoseconds == 2_000_000_005)
    #expect(timespec(tv_sec: -2, tv_nsec: 5).nanoseconds == -1_999_999_995)
  }

  @Test func anyTwoTimesHaveADifference() {
    let times = Self.seconds.map { timespec(tv_sec: $0, tv_nsec: 999_999_999).nanoseconds }
    #expect(times == times.sorted())
    for first in times {
      for second in times { #expect(!first.subtractingReportingOverflow(second).overflow) }
    }
  }

  @Test func anEntryOfAnyDateIsFound() throws {
    for seconds in [-1_000_000_000_000, 10_000_000_000, 1_000_000_000_000] {
      let fixture = try CacheFixture()
      fixture.open().store(content(1), for: key(1))
      let time = timespec(tv_sec: seconds, tv_nsec: 5)
      try #require(utimensat(AT_FDCWD, fixture.file(key(1)), [time, time], 0) == 0)
      #expect(fixture.open().info().results.entries == 1)
      #expect(fixture.open().bytes(for: key(1)) == content(1))
    }
  }
}
