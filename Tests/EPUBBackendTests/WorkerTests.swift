import RectoBackends
import RectoEPUBBackend
import RectoPageModel
import RectoWorkers
import TestSupport
import Testing

@testable import RectoPipeline

/// Books read through workers, each of which has a browser.
@Suite(.needsBooks, .usesBrowser, .enabled(if: hasNamespaces, Comment(rawValue: needsNamespaces)))
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
  func aBookThatTakesTooLongToLayOutIsRefused() async throws {
    // A part of it may take a quarter of that.
    let error = await #expect(throws: PageError.self) {
      _ = try await open(try sample()) {
        $0.paginationSeconds = 0
        $0.seconds = 0.4
      }
    }
    // A machine that left it too little of a processor says so.
    #expect(error?.code == .limit || error?.message.contains("too busy") == true)
  }

  /// Opening starts no browser, a page lays out what comes before it, and all of it comes on demand.
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func pagesAreCountedAsFarAsARequestNeeds() async throws {
    let whole = try await open(try sample())
    var limits = WorkerLimits()
    limits.seconds = Patience.seconds
    let pool = WorkerPool(zygote: try Self.zygote.get(), count: 2, limits: limits)
    let recto = Recto(backends: [EPUBBackend()], isolation: .workers(pool))
    let book = try await recto.open(try sample(), counting: .onDemand)
    #expect(book.isPageCountEstimated && book.countsByLayout)
    #expect(try await book.text(ofPage: 2).plain == whole.text(ofPage: 2).plain)
    #expect(book.isPageCountEstimated)
    let error = await #expect(throws: PageError.self) { try await book.facts(ofPage: 9_999) }
    #expect(error?.code == .noSuchPage)
    #expect(try await book.countPages() == whole.pageCount)
    #expect(!book.isPageCountEstimated && book.pageCount == whole.pageCount)
    #expect(try await book.outline() == whole.outline())
  }

  /// A second opening finds all chapters in the cache. Another layout has other pages.
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func aBookIsLaidOutOnce() async throws {
    let cache = ResultCache(
      CacheConfiguration(directory: try temporaryFolder().path("cache"), memoryBytes: 0))
    let first = try await open(try sample(), count: 2, cache: cache)
    let text = try await first.text(ofPage: 3)
    let kept = cache.info().layouts.entries
    #expect(kept > 2)
    let second = try await open(try sample(), cache: cache)
    #expect(second.pageCount == first.pageCount)
    #expect(try await second.text(ofPage: 3) == text)
    #expect(cache.info().layouts.entries == kept)
    let large = try await open(try sample(), layout: LayoutOptions(fontScale: 2), cache: cache)
    #expect(large.pageCount > first.pageCount)
    #expect(cache.info().layouts.entries > kept)
  }

  /// The browser is started by the first chapter that is laid out.
  @Test(.enabled(if: samplesFolder() != nil, Comment(rawValue: needsSamples)))
  func aBookThatIsLaidOutNeedsNoBrowser() async throws {
    let cache = ResultCache(
      CacheConfiguration(directory: try temporaryFolder().path("cache"), memoryBytes: 0))
    _ = try await open(try sample(), cache: cache)
    // Less than any browser takes.
    let second = try await open(try sample(), cache: cache) { $0.helperMemoryMiB = 16 }
    #expect(try await second.render(page: 2, RenderRequest()).size.width > 0)
    #expect(try await !second.outline().isEmpty)
    #expect(try await second.text(ofPage: 4).words.count > 10)
  }
}
