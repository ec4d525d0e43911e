import Foundation
import TestSupport
import Testing

import struct RectoNewsstand.Issue

@testable import RectoNewsstand

struct LibraryRecordsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  /// Opens the library. The last one that a test had may be about to end.
  private func library(
    _ access: LibraryAccess = .readWrite, isRepairing: Bool = false,
    lockTimeout: Duration = Patience.limit
  ) async throws(NewsstandError) -> Library {
    try await Library.open(
      folder.path("library"), access, isRepairing: isRepairing, lockTimeout: lockTimeout)
  }

  private func issue(_ id: String) throws -> Issue {
    var issue = Issue(id: try IssueID(id), title: "Tide “\(id)”")
    issue.titles = ["de": "Gezeiten", "fr": "Marée"]
    issue.publication = "Tide"
    issue.number = "12"
    issue.date = IssueDate(text: "2026-11-22", seconds: 1_795_305_600)
    issue.summary = "All\nabout it"
    issue.authors = ["A", "B"]
    issue.language = "en"
    issue.subjects = ["sea"]
    issue.contents = ["One", "Two"]
    issue.cover = IssueAsset(url: "https://example.org/c.jpg", mediaType: "image/jpeg")
    issue.previews = [IssueAsset(url: "https://example.org/p.pdf", size: 7)]
    issue.content = [
      IssueAsset(
        url: "https://example.org/a.pdf", mediaType: "application/pdf", size: 9,
        sha256: String(repeating: "a", count: 64))
    ]
    issue.price = "2.99 EUR"
    issue.isFree = false
    issue.productID = "tide.12"
    return issue
  }

  @Test func anIssueIsKnownWholeAfterARestart() async throws {
    let issue = try issue("urn:a")
    do {
      let library = try await self.library()
      _ = try await library.queue(issue, store: "https://example.org/", at: 5)
    }
    let library = try await self.library()
    let record = try #require(try await library.reader.record(issue.id))
    #expect(record.issue == issue)
    #expect(record.store == "https://example.org/")
    #expect(record.state == .queued && record.times.added == 5 && !record.isNew)
  }

  /// Rules for new ids may be others than those that an id in a library once passed.
  @Test func anIDThatIsNotTakenAnyMoreIsRead() async throws {
    var issue = try issue("a")
    issue.id = IssueID(known: "1@(eta)")
    let library = try await self.library()
    _ = try await library.queue(issue, store: nil, at: 5)
    #expect(try await library.reader.record(issue.id)?.issue == issue)
    #expect(try await library.reader.records().map(\.id) == [issue.id])
  }

  @Test func whyItFailedIsKnownAfterARestart() async throws {
    let issue = try issue("a")
    let error = NewsstandError(.stalled, "nothing came for 10 s from example.org: try again")
    do {
      let library = try await self.library()
      _ = try await library.queue(issue, store: nil, at: 5)
      try await library.move(issue.id, to: .failed(error))
    }
    let library = try await self.library()
    #expect(try await library.reader.record(issue.id)?.state == .failed(error))
  }

  @Test func whatWasGoingOnIsPutBackAtTheNextStart() async throws {
    let (one, other) = (try issue("one"), try issue("other"))
    do {
      let library = try await self.library()
      for issue in [one, other] {
        _ = try await library.queue(issue, store: nil, at: 5)
        try await library.move(issue.id, to: .downloading(DownloadProgress()))
      }
      try await library.move(other.id, to: .downloaded)
      try await library.move(other.id, to: .installing)
      try folder.write([1], to: "library/staging/\(other.id.digest)/content.pdf")
      try folder.write([1], to: "library/issues/\(other.id.digest)/content.pdf")
    }
    let library = try await self.library()
    #expect(try await library.reader.record(one.id)?.state == .queued)
    #expect(try await library.reader.record(other.id)?.state == .downloaded)
    let left = try folder.entries().filter { $0.hasSuffix("content.pdf") }
    #expect(left == [])
  }

  @Test func whatThrowsLeavesNothingInTheRecords() async throws {
    let library = try await self.library()
    let issue = try issue("a")
    await #expect(throws: NewsstandError.self) {
      try await library.write { database throws(NewsstandError) in
        try database.addStore("https://example.org/", at: 1)
        throw NewsstandError(.cancelled, "enough")
      }
    }
    #expect(try await library.reader.stores() == [])
    await #expect(throws: NewsstandError.self) { try await library.archive(issue.id) }
    #expect(try await library.reader.records() == [])
  }

  @Test func oneProgramAtATimeChangesALibraryAndOthersReadOn() async throws {
    let library = try await self.library()
    _ = try await library.queue(try issue("a"), store: nil, at: 5)
    let error = await #expect(throws: NewsstandError.self) {
      _ = try await self.library(lockTimeout: .zero)
    }
    #expect(error?.code == .notNow)
    #expect(try await LibraryReader(folder.path("library")).records().count == 1)
  }

  @Test func aLibraryThatIsClosedIsForOtherPrograms() async throws {
    let library = try await self.library()
    _ = try await library.queue(try issue("a"), store: nil, at: 5)
    await library.close()
    let other = try await self.library(lockTimeout: .zero)
    _ = try await other.queue(try issue("b"), store: nil, at: 6)
    let error = await #expect(throws: NewsstandError.self) {
      _ = try await library.queue(try issue("c"), store: nil, at: 7)
    }
    #expect(error?.code == .notNow)
    #expect(Set(try await library.reader.records().map(\.id.text)) == ["a", "b"])
  }

  @Test func whoeverLooksIntoALibraryKeepsNobodyFromChangingItAndChangesNothing() async throws {
    await #expect(throws: NewsstandError.self) {
      _ = try await self.library(.readOnly)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("library")))
    let library = try await self.library()
    let looking = try await self.library(.readOnly)
    _ = try await library.queue(try issue("a"), store: nil, at: 5)
    #expect(try await looking.reader.records().map(\.id.text) == ["a"])
    let error = await #expect(throws: NewsstandError.self) {
      _ = try await looking.queue(try issue("b"), store: nil, at: 6)
    }
    #expect(error?.code == .notNow)
    #expect(try await library.reader.records().map(\.id.text) == ["a"])
  }

  @Test func recordsOfANewerProgramAreLeftAlone() async throws {
    do { _ = try await self.library() }
    do {
      let database = try Database(folder.path("library/library.sqlite"), .writing)
      try database.execute("PRAGMA user_version = 99")
    }
    for isRepairing in [false, true] {
      let error = await #expect(throws: NewsstandError.self) {
        _ = try await self.library(isRepairing: isRepairing)
      }
      #expect(error?.code == .badLibrary)
      #expect(error?.message.contains("from a newer version") == true)
    }
  }

  @Test func aLibraryThatIsNoneIsSaid() async throws {
    #expect(throws: NewsstandError.self) { try LibraryReader(folder.path("nowhere")) }
    try folder.write(
      Array("no database at all, and long enough".utf8), to: "library/library.sqlite")
    let error = await #expect(throws: NewsstandError.self) {
      _ = try await self.library()
    }
    #expect(error?.code == .badLibrary)
    #expect(error?.message.contains("recto library verify --repair") == true)
  }
}
