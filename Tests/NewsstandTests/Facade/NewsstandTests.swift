import Foundation
import TestSupport
import Testing

@testable import RectoNewsstand

struct NewsstandTests {
  private let test: TestNewsstand

  init() throws { test = try TestNewsstand() }

  /// Waits until an issue has a state.
  private func wait(
    for kind: IssueState.Kind, of id: IssueID, in newsstand: Newsstand
  ) async throws {
    try await until("\(id) is \(kind)") { try await newsstand.issue(id).state.kind == kind }
  }

  @Test func storesAndLibraryAreOneListWithTheNewestFirst() async throws {
    let old = try test.offer("old", date: 1_000)
    let new = try test.offer("new", date: 2_000)
    let newsstand = try await test.open()
    try await newsstand.download(old)
    #expect(try await newsstand.issues().map(\.id) == [new, old])
    #expect(try await newsstand.issues().map(\.state.kind) == [.notDownloaded, .installed])
    // Issues that the store no longer offers are still in the library.
    test.store.clear()
    #expect(try await newsstand.issues().map(\.id) == [old])
    #expect(try await newsstand.issue(old).actions == [.read, .archive])
  }

  @Test func aStoreThatDoesNotAnswerKeepsNobodyFromReading() async throws {
    let id = try test.offer("one")
    let newsstand = try await test.open()
    try await newsstand.download(id)
    let error = NewsstandError(.unreachable, "example.org cannot be reached")
    test.store.fail(error)
    #expect(try await newsstand.refresh() == [TestNewsstand.url: error])
    #expect(try await newsstand.issues().map(\.id) == [id])
    #expect(try await newsstand.open(id).pageCount == 1)
  }

  @Test func anIssueCanBeReadWhileAnotherIsDownloaded() async throws {
    let (one, other) = (try test.offer("one"), try test.offer("other"))
    let newsstand = try await test.open()
    try await newsstand.download(one)
    test.downloads.hold(true)
    try await newsstand.begin(other)
    try await wait(for: .downloading, of: other, in: newsstand)
    #expect(try await newsstand.open(one).pageCount == 1)
    #expect(try await newsstand.search("lighthouse").map(\.id) == [one])
    let shelved = try await newsstand.issue(other)
    #expect(shelved.state == .downloading(DownloadProgress(received: 1, total: 10)))
    #expect(shelved.actions == [.cancel])
    try await newsstand.cancel(other)
    #expect(try await newsstand.issue(other).state == .notDownloaded)
    // It kept what has come.
    #expect(test.downloads.discarded == [one])
  }

  @Test func whatFailedSaysWhyAndCanBeTriedAgain() async throws {
    let id = try test.offer("one")
    let newsstand = try await test.open()
    let error = NewsstandError(.stalled, "nothing came for 10 s")
    test.downloads.fail(error)
    #expect(
      await failure { () async throws(NewsstandError) in try await newsstand.download(id) } == error
    )
    #expect(try await newsstand.issue(id).state == .failed(error))
    test.downloads.fail(nil)
    try await newsstand.download(id)
    #expect(try await newsstand.issue(id).state == .installed)
  }

  @Test(arguments: [true, false])
  func downloadsGoOnWhereTheLastProgramEnded(byThemselves: Bool) async throws {
    let id = try test.offer("one")
    do {
      let newsstand = try await test.open()
      test.downloads.hold(true)
      try await newsstand.begin(id)
      try await wait(for: .downloading, of: id, in: newsstand)
      await newsstand.close()
    }
    test.downloads.hold(false)
    let newsstand = try await test.open()
    #expect(try await newsstand.issue(id).state == .queued)
    if byThemselves { try await newsstand.resume() } else { try await newsstand.begin(id) }
    try await newsstand.finish(id)
    #expect(try await newsstand.issue(id).state == .installed)
  }

  @Test func whatIsArchivedKeepsItsRecordAndCanBeFetchedAgain() async throws {
    let id = try test.offer("one")
    let newsstand = try await test.open()
    try await newsstand.download(id)
    let size = try #require(try await newsstand.issue(id).record?.files.first?.size)
    test.clock.value += 100
    try await newsstand.archive(id)
    var shelved = try await newsstand.issue(id)
    #expect(shelved.state == .archived && shelved.actions == [.download])
    #expect(shelved.record?.files.first?.size == size)
    #expect(shelved.record?.times.archived == Double(test.clock.value))
    #expect(try test.entries("issues") == [])
    #expect(
      await failure { () async throws(NewsstandError) in _ = try await newsstand.open(id) }?.code
        == .notNow)
    try await newsstand.download(id)
    shelved = try await newsstand.issue(id)
    #expect(shelved.state == .installed && shelved.isNew)
  }

  @Test func whatIsInstalledOnlyWhenAskedWaits() async throws {
    let id = try test.offer("one")
    let newsstand = try await test.open { $0.installsAtOnce = false }
    try await newsstand.download(id)
    #expect(try await newsstand.issue(id).actions == [.install, .archive])
    try await newsstand.install(id)
    #expect(try await newsstand.issue(id).state == .installed)
    let again = await failure { () async throws(NewsstandError) in
      try await newsstand.install(id)
    }
    #expect(again?.code == .notNow)
  }

  /// The program ended between the download and the installation.
  @Test func verifyingInstallsWhatTheLastProgramLeft() async throws {
    let id = try test.offer("one")
    do {
      let newsstand = try await test.open { $0.installsAtOnce = false }
      try await newsstand.download(id)
      #expect(try await newsstand.interrupted().isEmpty)
      await newsstand.close()
    }
    let newsstand = try await test.open()
    #expect(try await newsstand.interrupted().map(\.id) == [id])
    let found = try await newsstand.verify(isRepairing: false)
    #expect(found.map(\.kind) == [.interrupted])
    #expect(found.map(\.isRepaired) == [false])
    #expect(try await newsstand.verify(isRepairing: true).map(\.isRepaired) == [true])
    #expect(try await newsstand.issue(id).state == .installed)
    #expect(try await newsstand.verify(isRepairing: false).isEmpty)
  }

  @Test func everyObserverHearsWhatHappens() async throws {
    let id = try test.offer("one")
    let newsstand = try await test.open()
    let streams = [newsstand.events, newsstand.events]
    try await newsstand.download(id)
    await newsstand.close()
    for stream in streams {
      var states: [IssueState.Kind] = []
      for await event in stream {
        if case .issueChanged(id, let state) = event { states.append(state.kind) }
      }
      #expect(states == [.queued, .downloading, .downloaded, .installing, .installed])
    }
  }

  @Test func anIssueThatNobodyHasIsSaid() async throws {
    let newsstand = try await test.open()
    let id = try IssueID("nothing")
    let error = await failure { () async throws(NewsstandError) in
      try await newsstand.download(id)
    }
    #expect(error?.code == .notFound)
    #expect(
      error?.message == "neither a store nor the library has an issue “nothing”")
  }
}
