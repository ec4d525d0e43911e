import Testing

@testable import RectoPipeline

@Suite struct GraceTests {
  @Test func aCancelledJobMayTakeAsLongAsAnotherWorkerWouldToBeWhereItIs() {
    #expect(RequestQueue.grace(replacedIn: .zero) == .milliseconds(30))
    #expect(RequestQueue.grace(replacedIn: .milliseconds(400)) == .milliseconds(400))
    #expect(RequestQueue.grace(replacedIn: .seconds(9)) == .seconds(1))
  }
}
