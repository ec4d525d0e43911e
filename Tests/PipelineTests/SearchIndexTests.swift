import Foundation
import RectoJSON
import RectoPageModel
import Synchronization
import TestSupport
import Testing

@testable import RectoPipeline

/// The index that a search leaves in the cache.
@Suite struct SearchIndexTests {
  /// The indices of pages whose text was read.
  private final class Reads: Sendable {
    private let pages = Mutex<Set<Int>>([])

    func note(_ page: Int) { pages.withLock { _ = $0.insert(page) } }

    /// The pages read since the last call.
    func take() -> [Int] {
      pages.withLock { pages in
        defer { pages = [] }
        return pages.sorted()
      }
    }
  }

  private let cache: CacheFixture
  private let source: String
  private let reads = Reads()

  init() throws {
    cache = try CacheFixture()
    source = cache.folder.path("book.sketch")
    try Data("a book".utf8).write(to: URL(filePath: source))
  }

  /// Forty pages; the only "quay" is on the twentieth.
  private var pages: [SketchedPage] {
    (0..<40).map { [reads] index in
      SketchedPage(
        size: Size(width: 200, height: 100),
        text: Printed.page(
          "the keeper of page", index == 20 ? "came to the quay" : "went home",
          "and lit the lamps of the harbor", "before the night"),
        onText: { reads.note(index) })
    }
  }

  private func open(companions: [String] = []) async throws -> OpenPublication {
    let recto = Recto(
      backends: [Sketch(pages: pages, companions: companions)], isolation: .inProcess,
      cache: cache.open())
    return try await recto.open(source)
  }

  private func hits(_ query: String, in publication: OpenPublication) async throws -> [Int] {
    var found: [Int] = []
    for try await page in publication.hits(of: try TextSearch(query)) {
      found += try page.result.get().map(\.page)
    }
    return found
  }

  @Test func aSecondSearchReadsThePagesThatMayHaveHits() async throws {
    #expect(try await hits("keeper", in: open()).count == 40)
    #expect(reads.take() == Array(0..<40))

    let again = try await open()
    #expect(try await hits("QUAY", in: again) == [20])
    #expect(reads.take() == [19, 20, 21])
    #expect(try await hits("went home", in: again) == Array(0..<40).filter { $0 != 20 })
    _ = reads.take()
    #expect(try await hits("lighthouse", in: again) == [])
    #expect(reads.take() == [])
  }

  /// Layouts are kept without being asked for, and so is the index of what is laid out.
  @Test(arguments: [(true, nil, 0), (true, "chapter.xhtml", 40), (false, nil, 40)])
  func theIndexOfABookIsKeptWithItsLayouts(
    isLaidOut: Bool, excerpt: String?, pagesReadAgain: Int
  ) async throws {
    let recto = Recto(
      backends: [Sketch(pages: pages, isLaidOut: isLaidOut)], isolation: .inProcess,
      layouts: cache.open())
    let options = OpenOptions(layout: LayoutOptions(excerpt: excerpt))
    for count in [40, pagesReadAgain] {
      #expect(try await hits("lighthouse", in: recto.open(source, options: options)) == [])
      #expect(reads.take().count == count)
    }
  }

  @Test func aRegularExpressionReadsAllPages() async throws {
    _ = try await hits("keeper", in: open())
    _ = reads.take()
    let publication = try await open()
    var options = TextSearch.Options()
    options.isRegex = true
    let pages = publication.hits(of: try TextSearch("qu.y", options: options))
    var found: [Int] = []
    for try await page in pages { found += try page.result.get().map(\.page) }
    #expect(found == [20])
    #expect(reads.take().count == 40)
  }

  @Test func aSearchThatEndsEarlyLeavesNoIndex() async throws {
    let pages = try await open().hits(of: try TextSearch("keeper")).makeAsyncIterator()
    _ = try await pages.next()
    _ = reads.take()
    #expect(try await hits("quay", in: open()) == [20])
    #expect(reads.take().count == 40)
  }

  @Test(arguments: [Array((0..<40).reversed()), Array(0..<40) + [3, 3]])
  func theOrderOfTheRequestDoesNotChangeTheIndex(requested: [Int]) async throws {
    var found: [Int] = []
    for try await page in try await open().hits(of: try TextSearch("keeper"), on: requested) {
      found += try page.result.get().map(\.page)
    }
    #expect(found == Array(0..<40))
    _ = reads.take()
    let again = try await open()
    #expect(try await hits("quay", in: again) == [20])
    #expect(reads.take() == [19, 20, 21])
  }

  @Test func someOfThePagesLeaveNoIndexHoweverOftenTheyAreRequested() async throws {
    let requested = Array(repeating: 7, count: 40)
    for try await page in try await open().hits(of: try TextSearch("keeper"), on: requested) {
      #expect(page.page == 7)
    }
    _ = reads.take()
    #expect(try await hits("quay", in: open()) == [20])
    #expect(reads.take().count == 40)
  }

  @Test func aHitOverAPagesEndIsFoundWhateverTheOrderOfTheRequest() async throws {
    var found: [[Int]] = []
    let search = try TextSearch("night the keeper")
    for try await page in try await open().hits(of: search, on: [5, 4]) {
      found += try page.result.get().map { $0.parts.map(\.page) }
    }
    #expect(found == [[4, 5]])
  }

  @Test func aSourceThatHasChangedIsReadAgain() async throws {
    _ = try await hits("keeper", in: open())
    _ = reads.take()
    try Data("another book".utf8).write(to: URL(filePath: source))
    #expect(try await hits("quay", in: open()) == [20])
    #expect(reads.take().count == 40)
  }

  @Test func aFileBesideTheSourceThatHasChangedLeavesNoIndex() async throws {
    let beside = cache.folder.path("book.xml")
    try Data("words".utf8).write(to: URL(filePath: beside))
    let publication = try await open(companions: [beside])
    try Data("other words".utf8).write(to: URL(filePath: beside))
    _ = try await hits("keeper", in: publication)
    try Data("words".utf8).write(to: URL(filePath: beside))
    _ = reads.take()
    #expect(try await hits("quay", in: open(companions: [beside])) == [20])
    #expect(reads.take().count == 40)
  }

  @Test(arguments: [0, 1, 100]) func anIndexThatIsCutOffIsMadeAgain(length: Int) async throws {
    _ = try await hits("keeper", in: open())
    let name = try #require(try cache.names().first { $0.hasSuffix(".entry") })
    let entry = try FileHandle(forWritingTo: URL(filePath: "\(cache.path)/results/\(name)"))
    try entry.truncate(atOffset: UInt64(length))
    try entry.close()
    _ = reads.take()
    #expect(try await hits("quay", in: open()) == [20])
    #expect(reads.take().count == 40)
    #expect(try await hits("quay", in: open()) == [20])
    #expect(reads.take() == [19, 20, 21])
  }

  @Test func anIndexIsReadBackAsItWasWritten() throws {
    let text = Printed.page([["The Keeper's", "caf\u{E9} in the 3rd"], ["海の灯", "of\"\\"]])
    let page = try SearchedPage(
      text, page: 0, size: Size(width: 200, height: 600), isUpright: true, TextFolding())
    let index = SearchIndex(pages: [SearchIndex.Page(page)])
    #expect(
      String(decoding: index.pages[0].letters, as: UTF8.self)
        == "\nthekeepers\ncafeinthe3rd\n海の灯\nof\n")
    let read = try SearchIndex(jsonBytes: JSONWriter.bytes(of: index, isExact: true))
    #expect(read.pages == index.pages)
  }
}
