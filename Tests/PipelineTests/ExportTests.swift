import RectoPageModel
import RectoRaster
import TestSupport
import Testing

@testable import RectoPipeline

@Suite struct ExportTests {
  private static let broken = PageError(.damaged, "it is broken")

  private func open(_ pages: [SketchedPage]) async throws -> OpenPublication {
    let folder = try temporaryFolder()
    return try await Recto(backends: [Sketch(pages: pages)], isolation: .inProcess).open(
      try folder.write([1], to: "a"))
  }

  private func export(scale: Double = 1) -> Export {
    Export(request: RenderRequest(scale: .pixelsPerPoint(scale)), options: EncodeOptions())
  }

  private func items(_ count: Int) -> [Export.Item] { (0..<count).map(Export.Item.page) }

  /// Page N is N gray.
  private func numbered(_ count: Int) -> [SketchedPage] {
    (0..<count).map {
      SketchedPage(color: Color(red: UInt8($0), green: UInt8($0), blue: UInt8($0)))
    }
  }

  @Test func everyItemIsWrittenOnceWithItsOwnPicture() async throws {
    let written = Log<(page: Int, file: [UInt8])>()
    let failures = await export(scale: 2).run(
      items(30), of: try await open(numbered(30))
    ) {
      item, file in written.append((item.page, Array(file)))
    }
    #expect(failures.isEmpty)
    #expect(written.entries.map(\.page).sorted() == Array(0..<30))
    for (page, file) in written.entries {
      let image = try decodePNG(file)
      #expect((image.width, image.height) == (20, 40))
      #expect(image.samples.allSatisfy { $0 == UInt8(page) })
      #expect(abs((image.dotsPerInch ?? 0) - 144) < 0.02)
    }
  }

  @Test func pagesAreRenderedAboutInTheOrderAskedFor() async throws {
    let rendered = Log<Int>()
    let pages = (0..<12).map { index in SketchedPage(onRender: { _ in rendered.append(index) }) }
    let order = [7, 0, 11, 3, 4, 5, 2]
    _ = await export().run(order.map(Export.Item.page), of: try await open(pages)) { _, _ in }
    #expect(Set(rendered.entries) == Set(order) && rendered.entries.count == order.count)
    // Two are in progress at a time, and one of them may be held up for as long as the others take.
    for (place, page) in rendered.entries.enumerated() {
      let before = try #require(order.firstIndex(of: page))
      let waiting = Set(order[..<before]).subtracting(rendered.entries[..<place])
      #expect(waiting.count <= 1, "page \(page) before \(waiting): \(rendered.entries)")
    }
  }

  @Test func onePageThatFailsDoesNotStopTheOthersAndFailuresComeInPageOrder() async throws {
    var pages = numbered(10)
    for index in [8, 2] { pages[index].onRender = { _ throws(PageError) in throw Self.broken } }
    let written = Log<Int>()
    let failures = await export().run(items(10).reversed(), of: try await open(pages)) { item, _ in
      written.append(item.page)
    }
    #expect(failures.map(\.item) == [.page(2), .page(8)])
    #expect(failures.allSatisfy { $0.error == Self.broken })
    #expect(written.entries.sorted() == [0, 1, 3, 4, 5, 6, 7, 9])
  }

  @Test func aFileThatCannotBeWrittenIsAFailureOfItsPageOnly() async throws {
    let full = PageError(.cannotWrite, "the disk is full")
    let failures = await export().run(items(6), of: try await open(numbered(6))) {
      item, _ throws(PageError) in
      if item.page == 3 { throw full }
    }
    #expect(failures.map(\.item.page) == [3])
    #expect(failures.first?.error == full)
  }

  @Test func everyItemFinishesOrFailsOnce() async throws {
    var pages = numbered(8)
    pages[5].onRender = { _ throws(PageError) in throw Self.broken }
    let events = Log<String>()
    _ = await export().run(items(8), of: try await open(pages)) { _, _ in
    } onEvent: { event in
      switch event {
      case .finished(let item): events.append("end \(item.page)")
      case .failed(let item, _): events.append("fail \(item.page)")
      }
    }
    #expect(
      events.entries.sorted() == [
        "end 0", "end 1", "end 2", "end 3", "end 4", "end 6", "end 7", "fail 5",
      ])
  }

  @Test func theBitmapsInUseDoNotGrowWithThePages() async throws {
    let bitmaps = Log<ObjectIdentifier>()
    let page = SketchedPage(onRender: { bitmaps.append(ObjectIdentifier($0)) })
    _ = await export().run(
      items(100), of: try await open(Array(repeating: page, count: 100))
    ) { _, _ in }
    #expect(bitmaps.entries.count == 100)
    #expect(Set(bitmaps.entries).count <= 2)
  }

  @Test func cancellingEndsWhatHasNotBegun() async throws {
    let rendered = Log<Int>()
    let gate = Gate()
    let pages = (0..<50).map { index in
      SketchedPage(onRender: { _ in
        rendered.append(index)
        gate.block()
      })
    }
    let issue = try await open(pages)
    let (export, items) = (export(), items(50))
    let task = Task { _ = await export.run(items, of: issue) { _, _ in } }
    // Two are on their way: one has the thread, and the other one waits for it.
    try await until("the queue") {
      rendered.entries.count == 1 && issue.scheduler.queue.waitingCount == 1
    }
    task.cancel()
    try await until("the cancellation") { issue.scheduler.queue.waitingCount == 0 }
    gate.open()
    await task.value
    #expect(rendered.entries.count == 1)
  }

  @Test func aSpreadIsNamedByTheFirstOfItsPages() {
    #expect(Export.Item.spread(Spread(left: 4, right: 3)).page == 3)
    #expect(Export.Item.spread(Spread(left: nil, right: 0)).page == 0)
    #expect(Export.Item.page(7).page == 7)
  }
}
