import Glibc
import TestSupport
import Testing

@testable import RectoNewsstand

/// New content of installed issues.
struct UpdateTests {
  private let test: TestNewsstand

  init() throws { test = try TestNewsstand() }

  /// Offers the issue with the content that its file has now.
  private func offer(_ text: String) throws -> IssueID {
    test.store.clear()
    // The library has links to the files that the test's downloads give it.
    unlink(test.source.path("one.md"))
    let path = try test.source.write(Array(text.utf8), to: "one.md")
    return try test.offer("one", file: "one.md") {
      $0.content[0].sha256 = DurableFiles.digest(path)?.sha256
    }
  }

  @Test func otherContentIsOfferedAndTakesItsPlaceWithWhatWasRead() async throws {
    let id = try offer("# Tide\n\nfirst words\n")
    let newsstand = try await test.open()
    try await newsstand.download(id)
    try await newsstand.markRead(id)
    #expect(try await newsstand.issue(id).update == nil)
    #expect(
      await failure { () async throws(NewsstandError) in try await newsstand.update(id) }?.code
        == .notNow)
    _ = try offer("# Tide\n\nsecond words\n")
    var shelved = try await newsstand.issue(id)
    #expect(shelved.update == .available && shelved.actions == [.read, .update, .archive])
    try await newsstand.update(id)
    shelved = try await newsstand.issue(id)
    #expect(shelved.update == nil && shelved.state == .installed)
    #expect(!shelved.isNew && shelved.record?.times.read != nil)
    #expect(try await newsstand.search("second").map(\.id) == [id])
    #expect(try await newsstand.search("first").isEmpty)
    #expect(try await newsstand.verify(isRepairing: false).isEmpty)
    #expect(try test.entries("staging").isEmpty)
  }

  @Test func theOldContentStaysWhereTheNewIsNoPublication() async throws {
    let id = try offer("# Tide\n\nfirst words\n")
    let newsstand = try await test.open()
    try await newsstand.download(id)
    _ = try offer("%PDF-1.7\n")
    let error = await failure { () async throws(NewsstandError) in try await newsstand.update(id) }
    #expect(error?.code == .badContent)
    let shelved = try await newsstand.issue(id)
    #expect(shelved.state == .installed && shelved.update?.name == "failed")
    #expect(try await newsstand.open(id).pageCount == 1)
    #expect(try await newsstand.verify(isRepairing: false).isEmpty)
  }

  @Test func anUpdateIsCancelledAndGoesOnAfterAClose() async throws {
    let id = try offer("# Tide\n\nfirst words\n")
    do {
      let newsstand = try await test.open()
      try await newsstand.download(id)
      _ = try offer("# Tide\n\nsecond words\n")
      test.downloads.hold(true)
      try await newsstand.beginUpdate(id)
      #expect(try await newsstand.issue(id).actions == [.read, .cancel, .archive])
      #expect(try await newsstand.open(id).pageCount == 1)
      try await newsstand.cancel(id)
      #expect(try await newsstand.issue(id).update == .available)
      try await newsstand.beginUpdate(id)
      await newsstand.close()
    }
    test.downloads.hold(false)
    let newsstand = try await test.open()
    try await newsstand.resume()
    try await newsstand.finish(id)
    #expect(try await newsstand.search("second").map(\.id) == [id])
  }
}
