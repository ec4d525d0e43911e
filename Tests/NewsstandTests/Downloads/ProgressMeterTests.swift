import TestSupport
import Testing

@testable import RectoNewsstand

struct ProgressMeterTests {
  private final class Watch {
    var now = SuspendingClock.now
  }

  private let reports = Log<DownloadProgress>()
  private let watch = Watch()

  private func meter(_ totals: [Int?]) -> ProgressMeter {
    ProgressMeter(totals, { [reports] in reports.append($0) }, now: { [watch] in watch.now })
  }

  @Test func itReportsTenTimesASecondAtMost() {
    let meter = meter([600, 400])
    meter.add(0, 10)
    watch.now += .milliseconds(99)
    meter.add(0, 10)
    #expect(reports.entries.isEmpty)
    watch.now += .milliseconds(26)
    meter.add(1, 5)
    meter.add(1, 5)
    #expect(reports.entries == [DownloadProgress(received: 25, total: 1000, rate: 200)])
  }

  @Test func whatWasThereBeforeCountsForTheWholeAndNotForTheRate() {
    let meter = meter([nil, 400])
    meter.set(0, received: 300, total: nil)
    meter.set(0, received: 300, total: 600)
    #expect(reports.entries.map(\.total) == [nil, 1000])
    watch.now += .milliseconds(500)
    meter.add(0, 100)
    #expect(reports.entries.last == DownloadProgress(received: 400, total: 1000, rate: 200))
  }

  @Test func theRateIsAnAverageOfThreeSecondsAndEndsWithAPause() {
    let meter = meter([1000])
    watch.now += .milliseconds(500)
    meter.add(0, 100)
    watch.now += .milliseconds(1500)
    meter.wait()
    #expect(reports.entries.map(\.rate) == [200, 100])
    watch.now += .seconds(3)
    meter.add(0, 90)
    #expect(reports.entries.last?.rate == 30)
    meter.pause()
    #expect(reports.entries.last == DownloadProgress(received: 190, total: 1000))
  }
}
