import Testing

@testable import RectoNewsstand

struct IssueTransitionTests {
  /// A row a state, in the order of `allCases`; x where the state of the column may come next.
  private static let table = """
    .x......
    x.x...xx
    xx.x..xx
    xx..x.x.
    ...x.x.x
    ......x.
    .x......
    xx....x.
    """

  @Test func onlyWhatTheTableAllowsComesNext() throws {
    let states = IssueState.Kind.allCases
    let rows = Self.table.split(separator: "\n").map(Array.init)
    try #require(rows.count == states.count)
    for (state, row) in zip(states, rows) {
      for (next, mark) in zip(states, row) {
        #expect(state.successors.contains(next) == (mark == "x"), "\(state) to \(next)")
      }
    }
  }

  @Test func aStateThatCannotComeNextIsSaid() throws {
    let error = #expect(throws: NewsstandError.self) {
      try IssueState.archived.check(next: .installed, of: IssueID("a"))
    }
    #expect(error?.code == .notNow)
    #expect(error?.message == "the issue “a” is archived: download it first")
  }

  @Test func eachStateSaysWhatAPersonCanDo() {
    func actions(_ state: IssueState.Kind) -> [IssueAction] {
      ShelfIssue.actions(state, mayDownload: true, mayBuy: false)
    }
    #expect(actions(.notDownloaded) == [.download])
    #expect(actions(.queued) == [.cancel] && actions(.downloading) == [.cancel])
    #expect(actions(.downloaded) == [.install, .archive])
    #expect(actions(.installing) == [.cancel])
    #expect(actions(.installed) == [.read, .archive])
    #expect(actions(.archived) == [.download] && actions(.failed) == [.download])
    #expect(ShelfIssue.actions(.archived, mayDownload: false, mayBuy: true) == [.buy])
    #expect(ShelfIssue.actions(.failed, mayDownload: false, mayBuy: false) == [])
    // Installed issues stay available.
    #expect(ShelfIssue.actions(.installed, mayDownload: false, mayBuy: true) == [.read, .archive])
  }
}
