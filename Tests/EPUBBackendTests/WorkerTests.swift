import Backends
import EPUBBackend
import PageModel
import TestSupport
import Testing
import Workers

@testable import Pipeline

/// Through workers, each of which has a browser.
@Suite(.oneBrowserAtATime, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
struct WorkerTests {
  private static let zygote = Result { try Zygote.spawn(try rectoExecutable()) }

  private func open(
    _ path: String, count: Int = 1, layout: LayoutOptions = LayoutOptions(),
    cache: ResultCache? = nil, _ change: (inout WorkerLimits) -> Void = { _ in }
  ) async throws -> OpenPublication {
    var limits = WorkerLimits()
    limits.seconds = Patience.seconds
    change(&limits)
    let pool = WorkerPool(zygote: try Self.zygote.get(), count: count, limits: limits)
    let recto = Recto(backends: [EPUBBackend()], isolation: .workers(pool), cache: cache)
    return try await recto.open(path, options: OpenOptions(layout: layout))
  }

  private func sample() throws -> String { try #require(samplesFolder()) + "/quay.epub" }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func aWorkerShowsWhatThisProcessShows() async throws {
    let outside = try await open(try sample())
    let inside = try await Recto(backends: [EPUBBackend()], isolation: .inProcess)
      .open(try sample())
    #expect(outside.pageCount == inside.pageCount)
    #expect(try await outside.info == inside.info)
    #expect(try await outside.outline() == inside.outline())
    for page in [0, 3, outside.pageCount - 1] {
      let (a, b) = (
        try await outside.render(page: page, RenderRequest()),
        try await inside.render(page: page, RenderRequest())
      )
      #expect(a.withPixels { Array($0) } == b.withPixels { Array($0) })
      #expect(try await outside.links(ofPage: page) == inside.links(ofPage: page))
      #expect(try await outside.text(ofPage: page).plain == inside.text(ofPage: page).plain)
    }
  }

  /// Each worker lays out what it shows; the pages are counted once.
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func allWorkersCountTheSamePages() async throws {
    let book = try await open(try sample(), count: 2)
    var rendered: [Int] = []
    for try await image in book.render(
      pages: 0..<book.pageCount, RenderRequest(scale: .pixelsPerPoint(0.2)))
    {
      rendered.append(image.page)
    }
    #expect(rendered == Array(0..<book.pageCount))
  }

  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func aBookThatTakesTooLongToLayOutIsALimit() async throws {
    // A part of it may take a quarter of that.
    let error = await #expect(throws: PageError.self) {
      _ = try await open(try sample()) {
        $0.paginationSeconds = 0
        $0.seconds = 0.4
      }
    }
    #expect(error?.code == .limit)
  }

  /// What the cache says is believed: the second time they are not counted.
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func pagesThatWereCountedAreKeptInTheCache() async throws {
    let folder = try temporaryFolder()
    func cache(_ name: String) -> ResultCache {
      ResultCache(CacheConfiguration(directory: folder.path(name), memoryBytes: 0))
    }
    func memo(_ name: String) throws -> CachedPagination {
      CachedPagination(
        cache(name), source: try readSource(try sample(), limits: Limits()),
        backend: EPUBBackend(), fonts: FontSet.current(), options: OpenOptions())
    }
    let first = try await open(try sample(), cache: cache("counted"))
    let version = first.backend.version
    var counts = try #require(try memo("counted").pagination(version: version))
    #expect(counts.reduce(0) { $0 + max(1, $1) } == first.pageCount)
    // An entry stays as it is stored, so that other counts need a cache of their own.
    counts[counts.count - 1] = max(1, counts[counts.count - 1]) + 1
    let told = try memo("told")
    #expect(told.pagination(version: version) == nil)
    told.remember(counts, version: version)
    let second = try await open(try sample(), cache: cache("told"))
    #expect(second.pageCount == first.pageCount + 1)
    // Another layout has other pages.
    let large = LayoutOptions(fontScale: 2)
    let third = try await open(try sample(), layout: large, cache: cache("told"))
    #expect(third.pageCount > first.pageCount)
  }
}
