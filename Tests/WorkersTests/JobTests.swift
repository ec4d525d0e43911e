import RectoPageModel
import Testing

@testable import RectoWorkers

@Suite struct JobTests {
  @Test func aJobThatIsCancelledBeforeItBeginsDoesNotRun() throws {
    let (host, _) = try startPlayedWorker()
    let job = Job()
    job.cancel()
    let error = #expect(throws: PageError.self) { try job.begin(on: host) }
    #expect(error?.code == .cancelled)
    #expect(throws: Never.self) { try Job().begin(on: host) }
  }
}
