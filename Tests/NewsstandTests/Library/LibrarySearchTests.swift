import TestSupport
import Testing

import struct RectoNewsstand.Issue

@testable import RectoNewsstand

struct LibrarySearchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try temporaryFolder() }

  /// A library with one issue of these pages.
  private func library(_ pages: String...) async throws -> Library {
    let library = try await Library.open(folder.path("library"))
    let issue = Issue(id: try IssueID("a"), title: "Tide")
    _ = try await library.queue(issue, store: nil, at: 1)
    try await library.write { [pages] database throws(NewsstandError) in
      try database.putTexts(pages, of: issue.id)
    }
    return library
  }

  @Test func aPageIsFoundWhateverTheCaseAndTheMarksOfItsWords() async throws {
    let library = try await library("The lighthouse at Höfn stood.", "The harbor was calm.")
    let hits = try await library.reader.search("hofn LIGHT")
    #expect(hits.map(\.page) == [0])
    let hit = try #require(hits.first)
    #expect(hit.title == "Tide" && hit.snippet == "The lighthouse at Höfn stood.")
    let letters = Array(hit.snippet)
    #expect(hit.marks.map { String(letters[$0]) } == ["lighthouse", "Höfn"])
    #expect(try await library.reader.search("house").isEmpty)
  }

  @Test func chineseAndJapaneseAreFoundByAnyPartOfASentence() async throws {
    let library = try await library("港の新聞は毎朝届く。", "灯台 report 2026")
    #expect(try await library.reader.search("新聞").map(\.page) == [0])
    #expect(try await library.reader.search("毎朝届").map(\.snippet) == ["港の新聞は毎朝届く。"])
    #expect(try await library.reader.search("聞新").isEmpty)
    #expect(try await library.reader.search("灯台 report").map(\.page) == [1])
  }

  @Test(arguments: ["\"", "AND", "a*b NEAR(", "text:tide", "-tide", "(tide", "tide\u{0}'"])
  func aQueryIsWordsAndNothingElse(query: String) async throws {
    let library = try await library("Tide and time")
    // No query is an error of the database's.
    do {
      _ = try await library.reader.search(query)
    } catch {
      #expect(error.code == .notFound)
    }
  }

  @Test func aQueryWithoutAWordIsSaid() async throws {
    let library = try await library("Tide")
    let error = await #expect(throws: NewsstandError.self) {
      try await library.reader.search(" – ")
    }
    #expect(error?.message == "there is nothing to search for: give a word")
  }

  @Test func whatIsArchivedIsNotFound() async throws {
    let library = try await library("Tide")
    let id = try IssueID("a")
    for state in [IssueState.downloading(DownloadProgress()), .downloaded, .installing, .installed]
    {
      try await library.move(id, to: state)
    }
    #expect(try await library.reader.search("tide").count == 1)
    _ = try await library.archive(id)
    #expect(try await library.reader.search("tide").isEmpty)
  }
}
