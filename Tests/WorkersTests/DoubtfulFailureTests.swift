import RectoPageModel
import RectoPluginKit
import Testing

@testable import RectoWorkers

@Suite struct DoubtfulFailureTests {
  private let damaged = PageError(.damaged, "drawing failed")
  private let first = DoubtfulFailures.Subject.request(PublicationRequest(.text, index: 1))
  private let second = DoubtfulFailures.Subject.request(PublicationRequest(.text, index: 2))

  @Test func aFailureOfAFreshWorkerHolds() {
    #expect(!DoubtfulFailures().isDoubtful(damaged, of: first, served: 0))
  }

  @Test func aFailureOfAWorkerThatServedOthersIsDoubtful() {
    #expect(DoubtfulFailures().isDoubtful(damaged, of: first, served: 1))
    #expect(DoubtfulFailures().isDoubtful(PageError(.bug, "broken"), of: first, served: 1))
  }

  @Test(arguments: [
    PageError.Code.badRequest, .noSuchPage, .limit, .cancelled, .busy, .needsPassword, .unsupported,
  ])
  func aFailureThatAFreshWorkerRepeatsIsNotDoubtful(code: PageError.Code) {
    #expect(!DoubtfulFailures().isDoubtful(PageError(code, "no"), of: first, served: 9))
  }

  @Test func aConfirmedFailureIsNotCheckedAgain() {
    var failures = DoubtfulFailures()
    failures.confirm(damaged, of: first)
    #expect(!failures.isDoubtful(damaged, of: first, served: 9))
    #expect(failures.isDoubtful(damaged, of: second, served: 9))
  }

  @Test func anEndingForAnotherReasonConfirmsNothing() {
    var failures = DoubtfulFailures()
    failures.confirm(PageError(.cancelled, "cancelled"), of: first)
    #expect(failures.isDoubtful(damaged, of: first, served: 9))
  }
}
